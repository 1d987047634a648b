package org.latencyprobes.demo.fix;

import java.util.Locale;
import org.latencyprobes.analysis.page.Processor;
import org.latencyprobes.demo.common.JavaRuntime;
import org.latencyprobes.demo.fix.comparison.Schedule;
import org.latencyprobes.demo.fix.measure.Workload;

/** The sentence about the machine and all settings that hold for every JVM. What differs in it must not be compared. */
final class Setup {

    private Setup() {}

    /**
     * The sentence.
     *
     * @param heap with the collector, in words
     */
    static String of(JavaRuntime java, String heap, Schedule schedule) {
        return String.format(
                Locale.ROOT,
                "FIX engines on %s, %s, %d CPUs, %s; %s; warm-up of %,d messages, pause of %,d ms; generator: %s%s.",
                java.label(),
                Processor.name(),
                Runtime.getRuntime().availableProcessors(),
                heap,
                where(schedule.sides()),
                schedule.preset().warmUp(),
                schedule.preset().idleMillis(),
                schedule.threads().waiting(),
                pinned(schedule.threads()));
    }

    private static String where(Workload.Sides sides) {
        if (!sides.connect().isEmpty()) {
            return "server at " + sides.connect();
        }
        return sides.twoJvms() ? "client and server in two JVMs" : "client and server in one JVM";
    }

    private static String pinned(Workload.Threads threads) {
        return pinned("generator", threads.generatorCpus())
                + pinned("client", threads.clientCpus())
                + pinned("server", threads.serverCpus());
    }

    private static String pinned(String which, String cpus) {
        return cpus.isEmpty() ? "" : "; " + which + " pinned to CPU " + cpus;
    }
}
