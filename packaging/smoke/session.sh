# What a person does on the fresh Debian, without a mouse. Run as that person; prints name=value lines, leaves pictures in /tmp.
set -u
export DISPLAY=:77 XDG_RUNTIME_DIR=/tmp/run-person LANG=C.UTF-8
ENTRY=/usr/share/applications/llm-deployment-advisor.desktop
NAME="LLM Deployment Advisor"
mkdir -p -m 700 "$XDG_RUNTIME_DIR"
Xvfb :77 -screen 0 1600x1000x24 > /tmp/xvfb.log 2>&1 & XVFB=$!
for _ in $(seq 100); do xdpyinfo > /dev/null 2>&1 && break; sleep 0.05; done
openbox > /tmp/openbox.log 2>&1 & BOX=$!
sleep 1
trap 'kill $BOX $XVFB 2> /dev/null' EXIT

now() { date +%s.%N; }
window() { xdotool search --onlyvisible --name "$NAME" 2> /dev/null | head -n 1; }

# From the .desktop entry to a window whose picture is more than one colour (a blank one packs to a few kB). Sets TOOK
# (wall clock) and CPU (processor time of the program until then: what a machine with nothing else to do would take at most).
start() {
    local from packed
    from=$(now)
    gio launch "$ENTRY" > /tmp/app.log 2>&1
    for _ in $(seq 600); do
        W=$(window)
        if [ -n "$W" ]; then
            packed=$(xwd -silent -id "$W" 2> /dev/null | gzip -1 | wc -c)
            [ "$packed" -gt 12000 ] && break
        fi
        sleep 0.01
    done
    CPU=$(awk '{printf "%.2f", ($14 + $15) / 100}' "/proc/$(pgrep -u "$(id -u)" -x advisor | head -n 1)/stat")
    TOOK=$(echo "$(now) $from" | awk '{printf "%.2f", $1 - $2}')
}

quit() {
    xdotool windowactivate --sync "$W"
    xdotool key --clearmodifiers ctrl+q
    for _ in $(seq 1000); do pgrep -u "$(id -u)" -x advisor > /dev/null || return 0; sleep 0.05; done
    echo "it did not quit"; exit 1
}

start; echo "cold_s=$TOOK"
sleep 4; quit
WARM=""
for _ in 1 2 3; do start; WARM="$WARM $TOOK"; CPUS="${CPUS:-} $CPU"; sleep 4; quit; done
echo "load=$(cut -d ' ' -f 1-3 /proc/loadavg)"
echo "cpu_s=$(echo "$CPUS" | tr ' ' '\n' | grep . | sort -n | sed -n 2p)"
echo "warm_all=$WARM"
echo "warm_s=$(echo "$WARM" | tr ' ' '\n' | grep . | sort -n | sed -n 2p)"
start
sleep 12
P=$(pgrep -u "$(id -u)" -x advisor | head -n 1)
echo "rss_mib=$(awk '/VmRSS/ {printf "%.0f", $2 / 1024}' "/proc/$P/status")"
echo "pss_mib=$(awk '/^Pss:/ {s += $2} END {printf "%.0f", s / 1024}' "/proc/$P/smaps_rollup")"
echo "title=$(xdotool getwindowname "$W")"
echo "icon=$(xprop -id "$W" _NET_WM_ICON | head -c 40 | tr '\n' ' ')"
xdotool windowactivate --sync "$W"
scrot -o /tmp/1-wizard.png
# The wizard's regions by F6 (steps, recommendation, forms of commands), then Tab and Space until a command was copied.
for _ in 1 2 3; do xdotool key --clearmodifiers F6; sleep 0.3; done
for _ in 1 2 3 4 5 6; do
    xdotool key Tab; sleep 0.2
    xdotool key space; sleep 0.5
    timeout 5 xclip -selection clipboard -o > /tmp/clipboard.txt 2> /dev/null && [ -s /tmp/clipboard.txt ] && break
done
scrot -o /tmp/2-copied.png
for key in 2 3 4; do
    xdotool key --clearmodifiers "ctrl+$key"; sleep 2.5
    scrot -o "/tmp/$((key + 1))-view.png"
done
quit
[ -s "$HOME/.config/llm-deployment-advisor/session.json" ] && echo "session_file=yes"
cat /tmp/app.log
exit 0
