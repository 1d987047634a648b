package org.latencyprobes.log;

import java.io.IOException;
import java.nio.file.Path;
import org.latencyprobes.probe.LatencyProbe;

/** A JVM that can make files but write nothing into them: tries to log ten times, prints how often it failed. */
final class NoRoomAtAll {

    private NoRoomAtAll() {}

    public static void main(String[] args) {
        HistogramLog log = new HistogramLog(Path.of(args[0]), Long.MAX_VALUE, 2);
        int failures = 0;
        for (int attempt = 0; attempt < 10; attempt++) {
            LatencyProbe.named("no room").recordNanos(1);
            try {
                log.write();
            } catch (IOException e) {
                failures++;
            }
        }
        System.out.println(failures);
    }
}
