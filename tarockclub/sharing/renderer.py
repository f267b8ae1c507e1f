"""A program of its own: an SVG on standard input becomes a PNG on standard output; the arguments are files of fonts.

The renderer works for up to a tenth of a second without letting any other thread of its process work.
"""

import sys


def main() -> int:
    """Render one picture, with these fonts alone."""
    import resvg_py

    svg = sys.stdin.buffer.read().decode()
    sys.stdout.buffer.write(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=sys.argv[1:]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
