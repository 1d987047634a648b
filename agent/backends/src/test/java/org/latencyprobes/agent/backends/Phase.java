package org.latencyprobes.agent.backends;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * What an application saw of itself over some seconds of work: see the fixture's {@code Work}.
 *
 * @param p99Nanos of its calls' durations, in ns
 * @param heapBytes in use after a collection
 * @param threads alive
 * @param blocked how often the application's thread waited for a lock
 * @param allocatedBytes by the application's thread
 * @param calls how many
 */
record Phase(String name, long p99Nanos, long heapBytes, long threads, long blocked, long allocatedBytes, long calls) {

    private static final long MOST_MORE_HEAP_BYTES = 2 << 20;
    /** The JVM's own come and go: compilers, JMX. */
    private static final long MOST_MORE_THREADS = 2;

    private static final long MOST_ALLOCATED_BYTES = 4_096;
    /** Bounds what a hung backend would do, some 300 ms a call; not what a busy machine does to single calls. */
    private static final long MOST_MORE_NANOS = 20_000_000;

    /** Has a member work for so long and reads what it says. */
    static Phase of(RunningJvm member, String name, long millis) {
        Fleet.order(member, "work " + name + " " + millis);
        String line = member.printed()
                .lines()
                .filter(printed -> printed.startsWith(name + "="))
                .reduce((former, latter) -> latter)
                .orElseThrow();
        long[] facts = Arrays.stream(line.substring(name.length() + 1).split(","))
                .mapToLong(Long::parseLong)
                .toArray();
        Phase phase = new Phase(name, facts[0], facts[1], facts[2], facts[3], facts[4], facts[5]);
        System.out.println(phase);
        return phase;
    }

    /** The application noticed nothing. */
    void assertUndisturbed(Phase faultFree) {
        assertThat(blocked).as("waits for locks: %s", this).isZero();
        assertThat(allocatedBytes).as("allocated: %s", this).isLessThan(MOST_ALLOCATED_BYTES);
        assertThat(p99Nanos).as("p99: %s beside %s", this, faultFree).isLessThan(faultFree.p99Nanos + MOST_MORE_NANOS);
        assertThat(heapBytes)
                .as("heap: %s beside %s", this, faultFree)
                .isLessThan(faultFree.heapBytes + MOST_MORE_HEAP_BYTES);
        assertThat(threads)
                .as("threads: %s beside %s", this, faultFree)
                .isLessThanOrEqualTo(faultFree.threads + MOST_MORE_THREADS);
    }
}
