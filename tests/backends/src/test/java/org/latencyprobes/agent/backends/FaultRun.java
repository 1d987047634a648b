package org.latencyprobes.agent.backends;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * One JVM at work, through faults of its backend and in its fault-free time between and after.
 *
 * <p>How long the application's calls take meanwhile is not compared: another load on the machine changes it a hundredfold. What a backend
 * could disturb them by is counted instead: waits of the thread that makes them, what it allocates, and the heap and threads of the JVM.
 */
final class FaultRun {

    private static final long MOST_ALLOCATED_BYTES = 4_096;

    /** The agent's that end when they have nothing to do, and the JDK's. */
    private static final Pattern COMING_AND_GOING = Pattern.compile(
            "latency-probes-selection|latency-probes-scrape|latency-probes-hub|latency-probes-connection|Attach Listener|Keep-Alive-.*");

    private final RunningJvm member;
    private final long mostMoreHeapBytes;
    private final Phase warmUp;
    private final List<Phase> faultFree = new ArrayList<>();
    private final List<Phase> faulty = new ArrayList<>();

    /**
     * Begins with what is done once: linking the probe allocates.
     *
     * @param mostMoreHeapBytes how much more than in the fault-free time may be in use
     */
    FaultRun(RunningJvm member, long mostMoreHeapBytes) {
        this.member = member;
        this.mostMoreHeapBytes = mostMoreHeapBytes;
        warmUp = Phase.of(member, "warm-up", () -> true);
    }

    void faultFree(Callable<Boolean> isWell) {
        faultFree.add(Phase.of(member, "fault-free-" + faultFree.size(), isWell));
    }

    void under(String fault, Callable<Boolean> isMet) {
        faulty.add(Phase.of(member, fault, isMet));
    }

    /** How many calls were made. */
    long calls() {
        return warmUp.calls()
                + faultFree.stream().mapToLong(Phase::calls).sum()
                + faulty.stream().mapToLong(Phase::calls).sum();
    }

    /** The application noticed nothing. */
    void assertUndisturbed() {
        long heapBytes = faultFree.stream().mapToLong(Phase::heapBytes).max().orElseThrow();
        SoftAssertions that = new SoftAssertions();
        for (Phase phase : faulty) {
            that.assertThat(phase.blocked()).as("waits for monitors: %s", phase).isZero();
            that.assertThat(phase.waited()).as("other waits: %s", phase).isLessThanOrEqualTo(0);
            that.assertThat(phase.allocatedBytes()).as("allocated: %s", phase).isLessThan(MOST_ALLOCATED_BYTES);
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
