package org.latencyprobes.benchmarks;

import java.io.IOException;
import org.latencyprobes.annotation.Probe;

/** The same application as {@link Hello}, with one probe. */
final class ProbedHello {

    private ProbedHello() {}

    /** Greets, by a probed method. */
    @Probe("hello")
    public static void main(String[] arguments) throws IOException {
        Hello.main(arguments);
    }
}
