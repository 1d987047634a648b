package org.latencyprobes.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.latencyprobes.demo.common.machine.MachineLoad;

/** The load that other programs put on the machine while this one and its children measure (Linux). */
final class OtherLoad {

    private static final long NANOS_PER_TICK = 10_000_000;

    /** User and system time of the process, then of the children that it has waited for, behind the name in brackets. */
    private static final int FIRST = 11;

    private static final int LAST = 14;

    private final MachineLoad machine = new MachineLoad();
    private final long startNanos = nanos();

    /** The mean number of CPUs that other programs kept busy since this was made, or not a number where that is not known. */
    double otherCpus() {
        machine.end();
        return machine.otherCpus(nanos() - startNanos);
    }

    private static long nanos() {
        try {
            return ticks(Files.readString(Path.of("/proc/self/stat"))) * NANOS_PER_TICK;
        } catch (IOException notLinux) {
            return 0; // the machine's load is not known either
        }
    }

    static long ticks(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Arrays.stream(fields, FIRST, LAST + 1).mapToLong(Long::parseLong).sum();
    }
}
