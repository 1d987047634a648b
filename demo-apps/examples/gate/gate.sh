#!/bin/sh
# Runs two releases in turn, five times each, and judges the second by the first.
# Usage: gate.sh <agent jar> <buffer of the baseline> <buffer of the new release> <folder for logs>
set -eu
agent=$1 old=$2 new=$3 runs=$4
here=$(dirname "$0")
rm -rf "$runs/old" "$runs/new"
mkdir -p "$runs"
javac -d "$runs/classes" "$here/Orders.java"
run() { # <side> <number> <buffer>
  java -Djournal.buffer="$3" -javaagent:"$agent"=probes=Orders#place,report=off,hlog="$runs/$1/run$2.hlog" \
    -cp "$runs/classes" Orders "${SECONDS_EACH:-5}"
}
for i in 1 2 3 4 5; do
  if [ $((i % 2)) = 0 ]; then
    run new "$i" "$new"; run old "$i" "$old"
  else
    run old "$i" "$old"; run new "$i" "$new"
  fi
done
code=0
java -jar "$agent" compare "$runs/old" "$runs/new" --rules "$here/rules.txt" -o junit="$runs/rules.xml" || code=$?
case $code in
  0) ;;
  5) echo "the verdict is inconclusive: the step passes, look at the reasons" ;;
  *) exit "$code" ;;
esac
