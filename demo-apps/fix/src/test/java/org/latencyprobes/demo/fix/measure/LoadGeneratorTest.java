package org.latencyprobes.demo.fix.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.demo.common.PublishedOrder;
import org.latencyprobes.demo.common.figures.Distribution;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.fix.engine.Acceptor;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.Initiator;
import org.latencyprobes.demo.fix.registry.Engines;

/** A test of the load generator itself, with TCP alone as its engine. */
@Timeout(600)
class LoadGeneratorTest implements LoadGenerator.RunListener {

    private static final int RATE = 10_000;
    private static final long INTERVAL_NANOS = 1_000_000_000 / RATE;
    private static final int ITERATIONS = 3_000;
    private static final int MESSAGE_BYTES = PublishedOrder.bytes().length;

    private final Engine echo = Engines.named("echo");
    private final List<RoundTrips> roundTrips = new ArrayList<>();
    private final List<Distribution> jlbh = new ArrayList<>();
    private Runnable beginning = () -> {};

    @TempDir
    private Path scratch;

    @Test
    void bothRecordersSeeTheSame() throws Exception {
        drive(Workloads.of("echo", RATE, ITERATIONS, 2), Long.MAX_VALUE);

        assertThat(roundTrips).hasSize(2);
        for (int run = 0; run < 2; run++) {
            Distribution ours = roundTrips.get(run).endToEnd().distribution();
            assertThat(ours.count()).isEqualTo(ITERATIONS);
            assertThat(jlbh.get(run).count()).isEqualTo(ITERATIONS);
            for (Level level : Level.values()) {
                assertThat(jlbh.get(run).middleNanos(level))
                        .isCloseTo(ours.middleNanos(level), Percentage.withPercentage(0.6));
            }
        }
    }

    /** Messages that are due during a stall must wait for its end, whatever else delays them, and none of them may be missing. */
    @Test
    void aStallInTheServerDelaysAllThatWereDueMeanwhile() throws Exception {
        long waitedHalf = 0;
        while (waitedHalf == 0) { // where the machine sent all of them late, none was due during a stall
            roundTrips.clear();
            jlbh.clear();
            waitedHalf = waitedForHalfAStall(
                    drive(Workloads.of("echo", RATE, ITERATIONS, 1), 500L * MESSAGE_BYTES), roundTrips.get(0));
        }
        RoundTrips run = roundTrips.get(0);
        double percentile = 100 - 100.0 * (waitedHalf - 1) / run.answered();
        assertThat(run.endToEnd().distribution().histogram().getValueAtPercentile(percentile))
                .isGreaterThanOrEqualTo(StallingProxy.STALL_NANOS / 2);
        assertThat(jlbh.get(0).histogram().getValueAtPercentile(percentile))
                .isGreaterThanOrEqualTo((long) (0.99 * StallingProxy.STALL_NANOS / 2));
    }

    private static long waitedForHalfAStall(List<StallingProxy.Stall> stalls, RoundTrips run) {
        long lastDueNanos = run.dueNanos(run.answered() - 1);
        long waitedHalf = 0;
        for (StallingProxy.Stall stall : stalls) {
            long fromNanos = Math.max(stall.startNanos(), run.dueNanos(0));
            long toNanos = Math.min(stall.endNanos(), lastDueNanos);
            int[] due = run.indices()
                    .filter(i -> run.dueNanos(i) > fromNanos && run.dueNanos(i) < toNanos)
                    .toArray();
            assertThat((long) due.length)
                    .isCloseTo(Math.max(0, toNanos - fromNanos) / INTERVAL_NANOS, Offset.offset(1L));
            for (int i : due) {
                assertThat(run.endToEndNanos(i)).isGreaterThanOrEqualTo(stall.endNanos() - run.dueNanos(i));
                waitedHalf += stall.endNanos() - run.dueNanos(i) >= StallingProxy.STALL_NANOS / 2 ? 1 : 0;
            }
        }
        return waitedHalf;
    }

    /** As published: the schedule waits for each send, so that no message counts from before the send of the one before. */
    @Test
    void withoutOmissionAccountedForTheScheduleWaitsForEachSend() throws Exception {
        drive(Workloads.omitting("echo", RATE, ITERATIONS), Long.MAX_VALUE);
        RoundTrips run = roundTrips.get(0);

        assertThat(run.answered()).isEqualTo(ITERATIONS);
        for (int i = 1; i < run.answered(); i++) {
            assertThat(run.dueNanos(i)).isGreaterThanOrEqualTo(run.sentNanos(i - 1));
        }
    }

    @Test
    void givesUpARateThatIsNotHeld() {
        LoadGenerator generator = new LoadGenerator(Workloads.of("echo", RATE, ITERATIONS, 1), this);
        generator.run(System.nanoTime() - LoadGenerator.MOST_BEHIND_NANOS - 1);

        assertThatThrownBy(() -> generator.drive(null))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "gave up: 10000 messages a second are not held, the generator is 15 s behind after 0 messages");
    }

    @Test
    void noticesAGap() {
        LoadGenerator generator = new LoadGenerator(Workloads.of("echo", RATE, ITERATIONS, 1), this);
        generator.received(42);

        assertThatThrownBy(() -> generator.drive(null))
                .hasMessage("a gap: an ExecutionReport for 42 came, which is not the oldest order without one, after 0"
                        + " answers");
    }

    @Test
    void anErrorEndsIt() {
        beginning = () -> {
            throw new NoClassDefFoundError("some/Part");
        };
        assertEndsBy(new NoClassDefFoundError("some/Part"));
    }

    private void assertEndsBy(Error error) {
        LoadGenerator generator = new LoadGenerator(Workloads.of("echo", RATE, ITERATIONS, 1), this);

        assertThatThrownBy(() -> generator.drive(new Answering(generator)))
                .isInstanceOf(IOException.class)
                .hasMessage(error.toString());
    }

    /** A client that answers at once. */
    private record Answering(LoadGenerator generator) implements Initiator {
        @Override
        public void send(long startNanos) {
            generator.received(startNanos);
        }

        @Override
        public void close() {}
    }

    /** Sends messages through a proxy that stalls. */
    private List<StallingProxy.Stall> drive(Workload workload, long bytesBetweenStalls) throws Exception {
        try (Acceptor acceptor = echo.accept(scratch);
                StallingProxy proxy = new StallingProxy(acceptor.address(), bytesBetweenStalls, Long.MAX_VALUE)) {
            LoadGenerator generator = new LoadGenerator(workload, this);
            try (Initiator client = echo.connect(proxy.address(), generator, scratch)) {
                generator.drive(client);
            }
            return proxy.stalls();
        }
    }

    @Override
    public boolean ended(RoundTrips ended, Distribution recorded) {
        roundTrips.add(ended);
        jlbh.add(recorded);
        return true;
    }

    @Override
    public void begins() {
        beginning.run();
    }

    @Override
    public void lastSent() {}
}
