package org.latencyprobes.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.latencyprobes.probe.LatencyProbe;

/**
 * A JVM whose files may not grow beyond a limit: writes a log until it fails, takes the full file away, as one does who makes room,
 * and writes on. Prints how many samples it recorded.
 */
final class FullDisk {

    static final String PROBE = "full disk";

    private FullDisk() {}

    public static void main(String[] args) throws IOException {
        Path file = Path.of(args[0]);
        LatencyProbe probe = LatencyProbe.named(PROBE);
        HistogramLog log = new HistogramLog(file, Long.MAX_VALUE, 2);
        long count = 0;
        do {
            probe.recordNanos(count++);
        } while (isWritten(log));
        for (int attempt = 0; attempt < 10; attempt++) {
            probe.recordNanos(count++);
            isWritten(log);
        }
        Files.move(file, file.resolveSibling("full.hlog"));
        log.close();
        System.out.println(count);
    }

    private static boolean isWritten(HistogramLog log) {
        try {
            log.write();
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
