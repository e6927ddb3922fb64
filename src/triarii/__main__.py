"""`python -m triarii` is the command `triarii`."""

import sys

from triarii.cli import main

if __name__ == "__main__":
    sys.exit(main())
