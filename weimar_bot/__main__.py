"""``python -m weimar_bot``: the same as the command ``weimar-bot``."""

import sys

from weimar_bot.cli import main

sys.exit(main())
