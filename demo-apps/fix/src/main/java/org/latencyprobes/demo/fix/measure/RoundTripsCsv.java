package org.latencyprobes.demo.fix.measure;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/** A CSV file of every round trip of a run, one line each. */
final class RoundTripsCsv {

    private RoundTripsCsv() {}

    /** Writes the file. Times are in ns; {@code due} and {@code sent} count from the first message's due time. */
    static void write(Path file, RoundTrips roundTrips) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            out.write("message,due,sent,round trip,end to end\n");
            long zeroNanos = roundTrips.answered() == 0 ? 0 : roundTrips.dueNanos(0);
            for (int i = 0; i < roundTrips.answered(); i++) {
                out.write((i + 1) + "," + (roundTrips.dueNanos(i) - zeroNanos) + ","
                        + (roundTrips.sentNanos(i) - zeroNanos) + "," + roundTrips.roundTripNanos(i) + ","
                        + roundTrips.endToEndNanos(i) + "\n");
            }
        }
    }
}
