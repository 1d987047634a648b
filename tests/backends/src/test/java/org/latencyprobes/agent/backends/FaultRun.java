package org.latencyprobes.agent.backends;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * One JVM at work, through faults of its backend that last ten publish periods each, and in its fault-free time before, between and after.
 *
 * <p>Whether an application's p99 is unchanged cannot be told from its figure alone: another load on the machine changes it a hundredfold,
 * also in the middle of a test. So two threads of one JVM do the same at the same time, one of them through a probe, and what is compared is
 * how many of its calls are longer than twice the other's p99: fewer than one in a hundred, whatever the machine does to both. That is a
 * share and no duration, so it moves little where the p99 itself lies on the brink between undisturbed and preempted calls. What would
 * strike both threads alike shows in the JVM's CPU time and heap; a wait in its count, which is to be zero.
 */
final class FaultRun {

    private static final int PERIODS = 10;
    private static final long LEAST_MILLIS = 2_000;

    private static final double MOST_MORE_LONGER = 0.03;
    private static final long MOST_ALLOCATED_BYTES = 4_096;

    /** The agent's that end when they have nothing to do, and the JDK's. */
    private static final Pattern COMING_AND_GOING =
            Pattern.compile("latency-probes-selection|latency-probes-scrape|Attach Listener|Keep-Alive-.*");

    private static final long WARM_UP_MILLIS = 1_000;

    private final RunningJvm member;
    private final long millis;
    private final long mostMoreHeapBytes;
    private final double mostMoreCores;
    private final Phase warmUp;
    private final List<Phase> faultFree = new ArrayList<>();
    private final List<Phase> faulty = new ArrayList<>();

    /**
     * Begins with what is done once: linking the probe allocates, and the JIT has its work.
     *
     * @param mostMoreHeapBytes how much more than in the fault-free time may be in use
     * @param mostMoreCores how much more of a core than in the fault-free time the JVM may use
     */
    FaultRun(RunningJvm member, long periodMillis, long mostMoreHeapBytes, double mostMoreCores) {
        this.member = member;
        this.mostMoreHeapBytes = mostMoreHeapBytes;
        this.mostMoreCores = mostMoreCores;
        this.millis = Math.max(PERIODS * periodMillis, LEAST_MILLIS);
        warmUp = Phase.of(member, "warm-up", WARM_UP_MILLIS);
    }

    void faultFree() {
        faultFree.add(Phase.of(member, "fault-free-" + faultFree.size(), LEAST_MILLIS));
    }

    void under(String fault) {
        faulty.add(Phase.of(member, fault, millis));
    }

    /** How many calls were made. */
    long calls() {
        return warmUp.calls()
                + faultFree.stream().mapToLong(Phase::calls).sum()
                + faulty.stream().mapToLong(Phase::calls).sum();
    }

    /** The application noticed nothing. */
    void assertUndisturbed() {
        double longer = faultFree.stream().mapToDouble(Phase::longer).max().orElseThrow();
        double cores = faultFree.stream().mapToDouble(Phase::cores).max().orElseThrow();
        long heapBytes = faultFree.stream().mapToLong(Phase::heapBytes).max().orElseThrow();
        SoftAssertions that = new SoftAssertions();
        for (Phase phase : faulty) {
            that.assertThat(phase.blocked()).as("waits for monitors: %s", phase).isZero();
            that.assertThat(phase.waited()).as("other waits: %s", phase).isLessThanOrEqualTo(0);
            that.assertThat(phase.allocatedBytes()).as("allocated: %s", phase).isLessThan(MOST_ALLOCATED_BYTES);
            that.assertThat(phase.longer()).as("p99: %s", phase).isLessThan(longer + MOST_MORE_LONGER);
            that.assertThat(phase.cores()).as("CPU: %s", phase).isLessThan(cores + mostMoreCores);
            that.assertThat(phase.heapBytes()).as("heap: %s", phase).isLessThan(heapBytes + mostMoreHeapBytes);
            that.assertThat(newThreads(phase)).as("threads: %s", phase).isEmpty();
        }
        that.assertAll();
        assertThat(faulty).isNotEmpty();
    }

    /** Threads that no fault-free time had, or not so many of. */
    private List<String> newThreads(Phase phase) {
        return phase.threads().stream()
                .distinct()
                .filter(name -> !COMING_AND_GOING.matcher(name).matches())
                .filter(name -> count(phase, name)
                        > faultFree.stream()
                                .mapToLong(free -> count(free, name))
                                .max()
                                .orElse(0))
                .toList();
    }

    private static long count(Phase phase, String name) {
        return phase.threads().stream().filter(name::equals).count();
    }
}
