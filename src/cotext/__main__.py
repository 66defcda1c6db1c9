"""``python -m cotext`` is the command ``cotext``."""

from cotext.cli import main

if __name__ == "__main__":
    main()
