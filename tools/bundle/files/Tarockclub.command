#!/bin/sh
# Double click: starts Tarockclub and opens the browser. Closing the window, or Ctrl+C, stops it.
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1
major={{ major }} minor={{ minor }}
for python in "$here/python/bin/python3" "python$major.$minor" python3; do
    if "$python" -c "import sys; sys.exit(sys.version_info[:2] != ($major, $minor))" 2>/dev/null; then
        # Nothing of another program's is taken in, and nothing of this folder but the program.
        export PYTHONPATH="$here/program" PYTHONNOUSERSITE=1 PYTHONSAFEPATH=1
        exec "$python" -X utf8 -m tarockclub.office.laptop "$@"
    fi
done
case ${LC_ALL:-${LC_MESSAGES:-${LANG:-}}} in
'' | C* | POSIX | de*)
    echo "Tarockclub braucht Python $major.$minor, das hier nicht installiert ist. Danach noch einmal starten."
    echo "Zum Schließen die Eingabetaste drücken." ;;
*)
    echo "Tarockclub needs Python $major.$minor, which is not installed here. Then start it again."
    echo "Press Enter to close this window." ;;
esac
if [ -t 0 ]; then read -r _; fi
exit 1
