package org.latencyprobes.internal.probe;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.Readings;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.internal.counts.Snapshot;
import org.latencyprobes.probe.LatencyProbe;

class HubTest {

    @Test
    void copiesOfLibrarySeeEachOther() throws Exception {
        try (OtherCopy other = new OtherCopy()) {
            LatencyProbe.named("ours").recordNanos(1);
            other.record("theirs", 2);
            assertThat(names(Hub.read())).contains("ours", "theirs");
            assertThat(names(other.readHub())).contains("ours", "theirs");
        }
    }

    @Test
    void sampleOfAnotherCopyIsReadExactly() throws Exception {
        try (OtherCopy other = new OtherCopy()) {
            other.record("elsewhere", 1_234_567);
            Interval interval = Readings.only("elsewhere", new IntervalReader().read());
            assertThat(interval.maxNanos()).isEqualTo(1_234_567);
            assertThat(interval.histogram().getCountAtValue(1_234_567)).isEqualTo(1);
        }
    }

    @Test
    void sameNameInTwoCopiesIsTwoIntervals() throws Exception {
        try (OtherCopy one = new OtherCopy();
                OtherCopy another = new OtherCopy()) {
            one.record("twice", 1);
            another.record("twice", 2);
            assertThat(Readings.of("twice", new IntervalReader().read())).hasSize(2);
        }
    }

    @Test
    void ownerDisappearsWithItsLoader() throws Exception {
        recordInPassingCopy();
        await().atMost(1, MINUTES).pollInSameThread().until(() -> {
            System.gc();
            return !names(Hub.read()).contains("passing");
        });
    }

    private static void recordInPassingCopy() throws Exception {
        try (OtherCopy passing = new OtherCopy()) {
            passing.record("passing", 1);
            assertThat(names(Hub.read())).contains("passing");
        }
    }

    @Test
    void systemPropertiesStayTexts() {
        LatencyProbe.named("beside properties");
        ByteArrayOutputStream listed = new ByteArrayOutputStream();
        System.getProperties().list(new PrintStream(listed, true, StandardCharsets.UTF_8));
        assertThat(listed.toString(StandardCharsets.UTF_8)).contains("java.version");
        assertThat(System.getProperties().values()).allMatch(String.class::isInstance);
    }

    /** It waits once; the others are read, then and later. */
    @Test
    @Tag("each-jdk")
    void anOwnerThatBlocksIsLeftOutUntilItAnswers() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        Supplier<List<Map<String, Object>>> blocking = () -> {
            try {
                held.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return List.of(reading("late"));
        };
        assertThat(ForeignOwner.read("blocks", blocking, 1)).isEmpty();
        assertThat(ForeignOwner.read("blocks", blocking, Long.MAX_VALUE))
                .as("not asked again")
                .isEmpty();
        assertThat(ForeignOwner.read("other", () -> List.of(reading("other")))).hasSize(1);
        held.countDown();
        await().atMost(5, MINUTES)
                .until(() -> !ForeignOwner.read("blocks", blocking).isEmpty());
    }

    @Test
    @Tag("each-jdk")
    void anOwnerThatOverflowsOrGivesSomethingElseIsLeftOut() {
        Map<String, Object> broken = reading("broken");
        broken.put(Hub.SNAPSHOT, "none");
        Supplier<List<Object>> endless = () -> new AbstractList<>() {
            @Override
            public Object get(int index) {
                return reading("endless");
            }

            @Override
            public int size() {
                return Integer.MAX_VALUE;
            }
        };
        assertThat(ForeignOwner.read("overflows", HubTest::overflowing)).isEmpty();
        Map<String, Object> nameless = reading("nameless");
        nameless.remove(Hub.NAME);
        assertThat(ForeignOwner.read("nameless", () -> List.of(reading("whole"), nameless)))
                .isEmpty();
        assertThat(ForeignOwner.read("broken", () -> List.of(reading("whole"), broken)))
                .allMatch(reading -> reading.get(Hub.SNAPSHOT) == null);
        assertThat(ForeignOwner.read("nothing", () -> null)).isEmpty();
        assertThat(ForeignOwner.read("endless", endless, 1)).isEmpty();
    }

    /** A reader that wants none, since there was no call, does not have them read. */
    @Test
    void countersOfAnOwnerAreReadInBatchesWhenOneIsWanted() {
        AtomicInteger read = new AtomicInteger();
        List<Map<String, Object>> all = IntStream.range(0, 3 * ForeignOwner.BATCH)
                .<Map<String, Object>>mapToObj(i -> new HashMap<>(reading("probe " + i)) {
                    @Override
                    public Object get(Object key) {
                        read.addAndGet(key.equals(Hub.SNAPSHOT) ? 1 : 0);
                        return super.get(key);
                    }
                })
                .toList();
        List<Map<String, Object>> readings = ForeignOwner.read("lazy", () -> all);
        assertThat(readings).hasSameSizeAs(all);
        assertThat(read).hasValue(0);
        for (Map<String, Object> reading : readings.subList(ForeignOwner.BATCH, 2 * ForeignOwner.BATCH)) {
            assertThat(reading.get(Hub.SNAPSHOT)).isNotNull();
            assertThat(read).hasValue(ForeignOwner.BATCH);
        }
    }

    private static Object overflowing() {
        return overflowing();
    }

    private static Map<String, Object> reading(String name) {
        Map<String, Object> reading = new HashMap<>(
                Map.of(Hub.NAME, name, Hub.TAGS, Map.of(), Hub.OUTCOME, "ok", Hub.KIND, "probe", Hub.START_MILLIS, 1L));
        reading.put(Hub.SNAPSHOT, new long[Snapshot.COUNTS]);
        return reading;
    }

    private static List<String> names(Map<String, List<Map<String, Object>>> readings) {
        return readings.values().stream()
                .flatMap(List::stream)
                .map(reading -> (String) reading.get(Hub.NAME))
                .toList();
    }
}
