#!/bin/sh
# Runs the command line of Latency Probes with the first Java of 17 or later that is found:
# that of JAVA_HOME, that of the PATH, or one in the usual folders.

self=$0
while [ -L "$self" ]; do
  link=$(readlink -- "$self")
  case $link in
    /*) self=$link ;;
    *) self=$(dirname -- "$self")/$link ;;
  esac
done
lib=$(CDPATH='' cd -- "$(dirname -- "$self")/../lib/latency-probes" && pwd -P) || exit 1

# Sets version to that of the Java in a folder, such as 17.0.15, and major to its first number.
look() {
  version=
  [ -x "$1/bin/java" ] || return 1
  if [ -r "$1/release" ]; then
    while IFS='=' read -r key value; do
      [ "$key" = JAVA_VERSION ] && version=$(printf %s "$value" | tr -d '"\r')
    done < "$1/release"
  fi
  [ -n "$version" ] || version=$("$1/bin/java" -version 2>&1 | sed -n '1s/.*"\(.*\)".*/\1/p')
  major=${version%%[!0-9]*}
  [ "${major:-0}" -ge 17 ]
}

# A second collector beside one that the environment asks for keeps the JVM from starting.
case "${JAVA_TOOL_OPTIONS:-} ${JDK_JAVA_OPTIONS:-} ${_JAVA_OPTIONS:-}" in
  *-XX:+Use*GC*) collector= ;;
  *) collector=-XX:+UseSerialGC ;;
esac

on_path=$(command -v java) && on_path=$(dirname -- "$(dirname -- "$(readlink -f -- "$on_path")")")
seen=
for home in "${JAVA_HOME:-}" "$on_path" /usr/lib/jvm/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
  [ -n "$home" ] || continue
  if look "$home"; then
    archive=$lib/java-$version.jsa
    if [ -r "$archive" ]; then
      set -- "-XX:SharedArchiveFile=$archive" -Xlog:disable -jar "$lib/latency-probes-agent.jar" "$@"
    else
      set -- -jar "$lib/latency-probes-agent.jar" "$@"
    fi
    exec "$home/bin/java" $collector -XX:TieredStopAtLevel=1 "$@"
  fi
  [ -z "$version" ] || seen="$seen $home ($version)"
done
echo "latency-probes needs Java 17 or later, and found${seen:- none}; set JAVA_HOME to the folder of one" >&2
exit 1
