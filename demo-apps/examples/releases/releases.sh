#!/bin/sh
# Runs one program with two releases of Jackson in turn, and compares what the probes recorded.
# RUNS (10, at least 5) is the number of runs a side, SECONDS_EACH (5) their length.
set -eu
usage() {
  echo "$1; usage: releases.sh <agent jar> <release before> <release after> <folder for jars and logs>" >&2
  exit 2
}
[ $# = 4 ] || usage "four arguments are needed"
agent=$1 before=$2 after=$3 folder=$4
runs=${RUNS:-10}
[ -f "$agent" ] || usage "$agent: no such file"
[ "$runs" -ge 5 ] 2>/dev/null || usage "RUNS is $runs: a number from 5 on is needed"
for tool in mvn javac; do
  command -v "$tool" >/dev/null || usage "$tool is not on the path"
done
here=$(dirname "$0")
mkdir -p "$folder"
jars=$(CDPATH='' cd -- "$folder" && pwd)/jars
for release in "$before" "$after"; do
  rm -rf "$jars/$release"
  mvn -q -f "$here/pom.xml" dependency:copy-dependencies -Drelease="$release" -DoutputDirectory="$jars/$release"
done
javac -d "$folder/classes" -cp "$jars/$before/*" "$here/Json.java"
rm -rf "$folder/before" "$folder/after"
run() { # <side> <number> <release>
  java -javaagent:"$agent"=config="$here/probes.properties",report=off,hlog="$folder/$1/run$2.hlog" \
    -cp "$folder/classes:$jars/$3/*" Json "${SECONDS_EACH:-5}"
  echo "run $2 of $runs, $1: Jackson $3" >&2
}
i=0
while [ "$i" -lt "$runs" ]; do
  i=$((i + 1))
  number=$(printf %03d "$i") # names of one length sort as they ran
  if [ $((i % 2)) = 0 ]; then
    run after "$number" "$after"; run before "$number" "$before"
  else
    run before "$number" "$before"; run after "$number" "$after"
  fi
done
java -jar "$agent" compare "$folder/before" "$folder/after" --paired
