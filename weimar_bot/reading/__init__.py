"""Reading what people wrote: YAML with places, faults, and names."""
