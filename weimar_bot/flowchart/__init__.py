"""Decision flowcharts written in YAML, walked over any game that brings its own vocabulary."""
