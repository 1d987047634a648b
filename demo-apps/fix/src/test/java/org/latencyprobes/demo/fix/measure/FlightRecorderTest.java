package org.latencyprobes.demo.fix.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.demo.common.figures.Distribution;
import org.latencyprobes.demo.fix.engine.Acceptor;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.Initiator;
import org.latencyprobes.demo.fix.jvm.CollectionPause;
import org.latencyprobes.demo.fix.jvm.GcPauses;
import org.latencyprobes.demo.fix.registry.Engines;

/**
 * A test of pauses against Flight Recorder's times of the same collections, to the ns.
 *
 * <p>The JVM takes the times of its beans within the operation that collects, outside of the collection's phases. Before, between and after
 * these steps its thread may lose its CPU, so that the event of the whole pause may be longer by ms than the bean has it, or shorter.
 */
@Timeout(600)
@Tag("full")
@Tag("each-jdk")
class FlightRecorderTest {

    private static final String PAUSE = "jdk.GCPhasePause";
    private static final String PHASE = "jdk.GCPhasePauseLevel1";
    private static final String OPERATION = "jdk.ExecuteVMOperation";

    private static final long BETWEEN_NANOS = 20_000_000;

    /** The JVM notifies of these since JDK 20 alone. A full metaspace may begin such a cycle at any time. */
    private static final Set<String> OF_CONCURRENT_CYCLE = Set.of("Pause Remark", "Pause Cleanup");

    /** So few that a busy machine, where each takes long, has time left to send the orders. */
    private static final int COLLECTIONS = 10;

    /** The quickest of them is the one that counts. */
    private static final int LOOKS_AT_BOTH_CLOCKS = 100;

    @TempDir
    private Path folder;

    /** What collections and other operations of the JVM took. */
    private record Truth(List<CollectionPause> phases, List<CollectionPause> operations) {}

    /** A moment by both clocks. */
    @Name("test.BothClocks")
    static final class BothClocks extends Event {
        long nanos;

        static void commitOne() {
            BothClocks event = new BothClocks();
            event.begin();
            event.nanos = System.nanoTime();
            event.end();
            event.commit();
        }
    }

    @Test
    void countsTheRoundTripsThatWereUnderWayByFlightRecorderToo() throws Exception {
        try (Recording recording = new Recording()) {
            for (String event : List.of(PAUSE, PHASE, OPERATION)) {
                recording.enable(event).withoutThreshold();
            }
            recording.start();
            GcPauses collections = GcPauses.OF_THIS_JVM;
            RoundTrips roundTrips = roundTripsWithCollections();
            long fromNanos = roundTrips.dueNanos(0) - 2 * collections.clock().uncertaintyNanos();
            long toNanos = System.nanoTime();
            Truth truth = truth(recording);

            assertThat(truth.phases).anyMatch(phase -> phase.overlaps(fromNanos, toNanos));
            await().atMost(Duration.ofMinutes(2))
                    .pollInterval(Duration.ofMillis(5))
                    .untilAsserted(() -> assertThat(overlapping(roundTrips, collections.between(fromNanos, toNanos)))
                            .containsAll(overlapping(roundTrips, truth.phases)));
            assertThat(overlapping(roundTrips, collections.between(fromNanos, toNanos)))
                    .isSubsetOf(overlapping(
                            roundTrips,
                            truth.operations.stream()
                                    .map(operation -> widened(
                                            operation, collections.clock().uncertaintyNanos()))
                                    .toList()));
        }
    }

    private static List<Integer> overlapping(RoundTrips roundTrips, List<CollectionPause> pauses) {
        return roundTrips
                .indices()
                .filter(index -> pauses.stream()
                        .anyMatch(pause -> pause.overlaps(roundTrips.dueNanos(index), roundTrips.receivedNanos(index))))
                .boxed()
                .toList();
    }

    private static CollectionPause widened(CollectionPause pause, long nanos) {
        return new CollectionPause(pause.startNanos() - nanos, pause.endNanos() + nanos, pause.millis());
    }

    /** Sends orders to the echo and back, with collections in the middle. */
    private RoundTrips roundTripsWithCollections() throws Exception {
        Engine echo = Engines.named("echo");
        AtomicReference<RoundTrips> roundTrips = new AtomicReference<>();
        CountDownLatch measured = new CountDownLatch(1);
        Thread collecting = new Thread(() -> collectUntil(measured));
        try (Acceptor acceptor = echo.accept(folder)) {
            LoadGenerator generator =
                    new LoadGenerator(Workloads.of("echo", 10_000, 5_000, 1), new LoadGenerator.RunListener() {
                        @Override
                        public boolean ended(RoundTrips ended, Distribution jlbh) {
                            measured.countDown();
                            roundTrips.set(ended);
                            return false;
                        }

                        @Override
                        public void begins() {
                            collecting.start();
                        }

                        @Override
                        public void lastSent() {}
                    });
            try (Initiator client = echo.connect(acceptor.address(), generator, folder)) {
                generator.drive(client);
            }
        } finally {
            measured.countDown();
            collecting.join();
        }
        return roundTrips.get();
    }

    /** One more comes after the last order: this thread may have had no CPU before. */
    private static void collectUntil(CountDownLatch measured) {
        for (int look = 0; look < LOOKS_AT_BOTH_CLOCKS; look++) {
            BothClocks.commitOne();
        }
        try {
            for (int collection = 0; collection < COLLECTIONS; collection++) {
                System.gc();
                if (measured.await(BETWEEN_NANOS, TimeUnit.NANOSECONDS)) {
                    break;
                }
            }
            measured.await();
            System.gc();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Truth truth(Recording recording) throws IOException {
        Path file = folder.resolve("pauses.jfr");
        recording.stop();
        recording.dump(file);
        Map<String, List<RecordedEvent>> events = RecordingFile.readAllEvents(file).stream()
                .collect(Collectors.groupingBy(event -> event.getEventType().getName()));
        RecordedEvent clocks = events.get("test.BothClocks").stream()
                .min(Comparator.comparing(RecordedEvent::getDuration))
                .orElseThrow();
        Set<Integer> cycles = events.get(PAUSE).stream()
                .filter(pause -> OF_CONCURRENT_CYCLE.contains(pause.getString("name")))
                .map(pause -> pause.getInt("gcId"))
                .collect(Collectors.toSet());
        return new Truth(
                events.get(PHASE).stream()
                        .filter(phase -> !cycles.contains(phase.getInt("gcId")))
                        .map(phase -> pause(clocks, phase))
                        .toList(),
                events.get(OPERATION).stream()
                        .filter(operation -> operation.getBoolean("safepoint"))
                        .map(operation -> pause(clocks, operation))
                        .toList());
    }

    private static CollectionPause pause(RecordedEvent clocks, RecordedEvent event) {
        return new CollectionPause(nanos(clocks, event.getStartTime()), nanos(clocks, event.getEndTime()), 0);
    }

    private static long nanos(RecordedEvent clocks, Instant time) {
        return clocks.getLong("nanos")
                + Duration.between(clocks.getStartTime(), time).toNanos();
    }
}
