#!/usr/bin/env bash
# Installs setup.exe under wine (Debian: wine wine64 xvfb), looks at what it wrote, starts the program as far as wine can, uninstalls.
# bash packaging/smoke/wine.sh dist/…-setup.exe
#
# wine 8 (Debian 12) has no bcryptprimitives.dll and no icuuc.dll, which Windows 10 brings: pydantic's core and Qt do not load in it, so
# the window and the answers are not proved here; Python, the starter, the installer and the uninstaller are.
set -euo pipefail
SETUP=$(realpath "$1")
PLACE=$(mktemp -d)
export WINEPREFIX=$PLACE/wine WINEARCH=win64 WINEDEBUG=-all DISPLAY=:66
Xvfb :66 -screen 0 1280x800x24 > /dev/null 2>&1 & XVFB=$!
trap 'wineserver -k; kill $XVFB; rm -rf "$PLACE"' EXIT
fail() { echo "FAILED: $1"; exit 1; }
# wine has no console of its own for pipes, so the program runs in wineconsole and writes into a file.
tell() { timeout 200 wineconsole "$@" < /dev/null > /dev/null 2>&1 || true; }
sleep 1
wineboot -i > /dev/null 2>&1
timeout 300 wine "$SETUP" /S < /dev/null
HOME_=$(ls -d "$PLACE"/wine/drive_c/users/*/AppData/Local/Programs/"LLM Deployment Advisor") || fail "nothing was installed"
echo "ok  installed $(find "$HOME_" -type f | wc -l) files, $(du -sm "$HOME_" | cut -f1) MB"
cd "$HOME_"
KEY='HKCU\Software\Classes\llm-deployment-advisor.file\shell\open\command'
wine reg query "$KEY" 2> /dev/null | grep -q 'advisor-window.exe" "%1"' || fail "the registry has no way to open a file"
wine reg query 'HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\llm-deployment-advisor' 2> /dev/null | grep -q DisplayVersion \
    || fail "the list of programs does not have it"
find "$PLACE/wine/drive_c/users" -name "LLM Deployment Advisor.lnk" | grep -q "Start Menu" || fail "there is no start-menu entry"
echo "ok  registry and start menu"
cat > "$PLACE/wine/drive_c/try.py" <<'PYTHON'
import sys
sys.stdout = sys.stderr = open("c:/told.txt", "w", encoding="utf-8")
print("Python", sys.version.split()[0], "on", sys.platform)
from advisor.cli import main
main(["self-test"])
main(["--version"])
PYTHON
tell python/python.exe c:/try.py
TOLD=$PLACE/wine/drive_c/told.txt
cat "$TOLD"
grep -q "on win32" "$TOLD" || fail "Python does not start"
grep -q "ok       files" "$TOLD" || fail "the resources are not as shipped"
grep -q "^advisor [0-9]" "$TOLD" || fail "no version"
# Through a pipe wine 8 gives Python 3.13 handles that it refuses, and Python says so: that line, too, comes from the Python it started.
timeout 100 wine advisor.exe --version < /dev/null > "$PLACE/starter.txt" 2>&1 || true
grep -qE "^advisor [0-9]|Python runtime state" "$PLACE/starter.txt" || fail "advisor.exe does not start its Python"
echo "ok  advisor.exe starts its Python"
timeout 100 wine uninstall.exe /S < /dev/null
for _ in $(seq 60); do [ -e "$HOME_" ] || break; sleep 1; done
[ ! -e "$HOME_" ] || fail "the uninstaller left $(find "$HOME_" -type f | wc -l) files"
wine reg query "$KEY" > /dev/null 2>&1 && fail "the uninstaller left registry entries"
if find "$PLACE/wine/drive_c/users" -name "LLM Deployment Advisor.lnk" | grep -q .; then fail "the uninstaller left the start-menu entry"; fi
echo "ok  uninstalled"
