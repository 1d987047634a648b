package org.latencyprobes.agent.backends;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
    private static final int MORE_LOOKS = 20;

    /** The agent's that end when they have nothing to do, and the JDK's. */
    private static final Pattern COMING_AND_GOING = Pattern.compile(
            "latency-probes-(selection|scrape|hub|connection|socket-start)|Attach Listener|Keep-Alive-.*");

    private final RunningJvm member;
    private final long mostMoreHeapBytes;
    private final Phase warmUp;
    private final List<Phase> faultFree = new ArrayList<>();
    private final List<Phase> faulty = new ArrayList<>();
    private final List<Phase> looks = new ArrayList<>();

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

    /** A thread that just comes and goes may be there as the phase ends: so some more looks are taken under the fault. One that stays is in all. */
    void under(String fault, Callable<Boolean> isMet) {
        Phase phase = Phase.of(member, fault, isMet);
        for (int look = 1; look <= MORE_LOOKS && !newThreads(phase, usual()).isEmpty(); look++) {
            Phase later = Phase.of(member, fault + "-look-" + look, () -> true);
            looks.add(later);
            phase = phase.withThreads(later.threads());
        }
        faulty.add(phase);
    }

    private List<Phase> usual() {
        return Stream.concat(Stream.of(warmUp), faultFree.stream()).toList();
    }

    /** How many calls were made. */
    long calls() {
        return warmUp.calls()
                + faultFree.stream().mapToLong(Phase::calls).sum()
                + Stream.concat(faulty.stream(), looks.stream())
                        .mapToLong(Phase::calls)
                        .sum();
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
            that.assertThat(newThreads(phase, usual())).as("threads: %s", phase).isEmpty();
        }
        that.assertAll();
        assertThat(faulty).isNotEmpty();
    }

    /** Threads that no usual phase had, or not so many of. */
    private static List<String> newThreads(Phase phase, List<Phase> usual) {
        return phase.threads().stream()
                .distinct()
                .filter(name -> !COMING_AND_GOING.matcher(name).matches())
                .filter(name -> count(phase, name)
                        > usual.stream()
                                .mapToLong(free -> count(free, name))
                                .max()
                                .orElse(0))
                .toList();
    }

    private static long count(Phase phase, String name) {
        return phase.threads().stream().filter(name::equals).count();
    }
}
