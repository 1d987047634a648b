#!/bin/sh
# Runs one program with two releases of Jackson in turn, and compares what the probes recorded.
# Usage: releases.sh <agent jar> <release before> <release after> <folder for jars and logs>
set -eu
agent=$1 before=$2 after=$3 folder=$4
runs=${RUNS:-10}
here=$(dirname "$0")
rm -rf "$folder/before" "$folder/after"
mkdir -p "$folder"
for release in "$before" "$after"; do
  mvn -q -f "$here/pom.xml" dependency:copy-dependencies -Drelease="$release" -DoutputDirectory="$(cd "$folder" && pwd)/$release"
done
javac -d "$folder/classes" -cp "$folder/$before/*" "$here/Json.java"
run() { # <side> <number> <release>
  java -javaagent:"$agent"=config="$here/probes.properties",report=off,hlog="$folder/$1/run$2.hlog" \
    -cp "$folder/classes:$folder/$3/*" Json "${SECONDS_EACH:-5}"
  echo "run $2 of $runs, $1: Jackson $3" >&2
}
for i in $(seq -w "$runs"); do # names of one length, so that they sort as they ran
  case $i in
    *[02468]) run after "$i" "$after"; run before "$i" "$before" ;;
    *) run before "$i" "$before"; run after "$i" "$after" ;;
  esac
done
java -jar "$agent" compare "$folder/before" "$folder/after" --paired
