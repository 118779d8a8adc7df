"""``python -m havoksim`` is the same as ``havoksim``."""

from __future__ import annotations

import sys

from havoksim.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
