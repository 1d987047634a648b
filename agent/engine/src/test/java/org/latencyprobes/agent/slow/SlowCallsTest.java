package org.latencyprobes.agent.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.clock.NanoTimeClock;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.internal.counts.Counts;
import org.latencyprobes.internal.histogram.CountsReader;
import org.latencyprobes.internal.probe.ProbeRecorder;
import org.latencyprobes.internal.probe.SlowSamples;

class SlowCallsTest {

    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final NanoTimeClock clock = new NanoTimeClock();
    private final SlowCalls slow = new SlowCalls(() -> clock, () -> {});
    private final List<SlowCall> heard = new ArrayList<>();

    private void follow(long setting) {
        slow.follow(setting);
        slow.listen(new SlowCalls.Listener() {
            @Override
            public void weighted(List<WeightedCall> calls) {
                calls.stream().filter(WeightedCall::isSlow).forEach(call -> heard.add(call.call()));
            }
        });
    }

    @AfterEach
    void stop() {
        slow.stop();
    }

    @Test
    void callsAreHandedOutInTheOrderOfTheirStartsAndShownByLength() {
        follow(MILLI);
        ProbeRecorder probe = ProbeRecorder.named("SlowCallsTest.order", "desk", "fx");
        long beforeNanos = System.nanoTime();
        long startTicks = clock.now();
        long afterNanos = System.nanoTime();
        probe.sampleNested(2 * MILLI, startTicks + 50 * MILLI, Outcome.OK);
        probe.sampleNested(3 * MILLI, startTicks, Outcome.ERROR);
        probe.recordNanos(MILLI);
        slow.endPeriods();
        assertThat(heard).extracting(SlowCall::outcome).containsExactly("error", "ok");
        SlowCall first = heard.get(0);
        assertThat(first.startNanos()).isBetween(beforeNanos - MILLI, afterNanos + MILLI);
        assertThat(first.threadName()).isEqualTo(Thread.currentThread().getName());
        assertThat(first.tags()).containsEntry("desk", "fx");
        assertThat(slow.longest()).extracting(SlowCall::nanos).containsExactly(3 * MILLI, 2 * MILLI);
        assertThat(slow.thresholds())
                .filteredOn(one -> one.probe().equals("SlowCallsTest.order"))
                .singleElement()
                .satisfies(one -> {
                    assertThat(one.over()).isEqualTo(2);
                    assertThat(one.thresholdNanos()).isEqualTo(MILLI);
                });
    }

    @Test
    void theLongestSoFarIsKeptAndNotHandedOutWithoutThreshold() {
        follow(SlowCalls.AUTO);
        ProbeRecorder probe = ProbeRecorder.named("SlowCallsTest.few");
        probe.recordNanos(7 * MILLI);
        slow.endPeriods();
        assertThat(heard).isEmpty();
        assertThat(slow.longest()).extracting(SlowCall::probe).containsExactly("SlowCallsTest.few");
        assertThat(slow.thresholds())
                .filteredOn(one -> one.probe().equals("SlowCallsTest.few"))
                .allMatch(one -> one.over() == 0 || one.isKnown());
    }

    @Test
    void callsThatAreNotUsualAreSlowAndThoseSampledStandForAll() {
        slow.follow(SlowCalls.AUTO);
        long[] stoodFor = new long[1];
        slow.listen(new SlowCalls.Listener() {
            @Override
            public void weighted(List<WeightedCall> calls) {
                calls.forEach(call -> stoodFor[0] += call.call().nanos() > MILLI ? call.standsFor() : 0);
            }

            @Override
            public void lost(String probe, Map<String, String> tags, int stratum, long calls) {
                stoodFor[0] += calls;
            }
        });
        ProbeRecorder probe = ProbeRecorder.named("SlowCallsTest.usual");
        for (int call = 0; call < 100_000; call++) {
            probe.recordNanos(call % 100 == 0 ? 5 * MILLI : 1_000);
            if (call % 1_000 == 0) {
                slow.tend();
            }
        }
        slow.endPeriods();
        assertThat(stoodFor[0]).isEqualTo(1_000);
        assertThat(slow.thresholds())
                .filteredOn(one -> one.probe().equals("SlowCallsTest.usual"))
                .singleElement()
                .satisfies(one -> assertThat(one.over()).isEqualTo(1_000));
    }

    @Test
    void howManyWereSlowIsReadFromTheBeginningAndNeverBeginsAnew() {
        CountsReader reader = new CountsReader();
        slow.follow(MILLI);
        ProbeRecorder probe = ProbeRecorder.named("SlowCallsTest.all");
        assertThat(readSlow(reader)).isZero();
        probe.recordNanos(2 * MILLI);
        slow.endPeriods();
        assertThat(readSlow(reader)).isEqualTo(1);
        slow.stop();
        assertThat(readSlow(reader)).isZero();
        slow.follow(MILLI);
        probe.recordNanos(2 * MILLI);
        assertThat(readSlow(reader)).isZero();
        slow.endPeriods(); // no call comes meanwhile
        assertThat(readSlow(reader)).isEqualTo(1);
    }

    private static long readSlow(CountsReader reader) {
        List<Long> found = new ArrayList<>();
        reader.read(interval -> {
            if (interval.name().equals("SlowCallsTest.all")
                    && interval.outcome().equals("ok")) {
                assertThat(interval.knowsSlow()).isTrue();
                found.add(interval.slow());
            }
        });
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    @Test
    void onlyASlowCallIsToldAsTheLastThatHasATrace() {
        follow(MILLI);
        ProbeRecorder.named("SlowCallsTest.traced");
        SlowSamples.forEach((probe, all) -> {
            if (probe.name().equals("SlowCallsTest.traced")) {
                Counts counts = all.get(0);
                take(counts, 2 * MILLI, "slow");
                take(counts, 1_000, "usual");
                assertThat(counts.lastTraced().trace()).isEqualTo("slow");
            }
        });
    }

    @Test
    void noCallIsToldAsThatBeforeItIsKnownWhatIsSlowNorByWhatAWatchAsksFor() {
        slow.follow(SlowCalls.AUTO);
        ProbeRecorder.named("SlowCallsTest.untold");
        SlowSamples.forEach((probe, all) -> {
            if (probe.name().equals("SlowCallsTest.untold")) {
                Counts counts = all.get(0);
                take(counts, 1_000, "first");
                slow.follow(5 * MILLI);
                slow.followWatch(MILLI);
                take(counts, 2 * MILLI, "watched");
                assertThat(counts.lastTraced()).isNull();
                slow.followWatch(10 * MILLI);
                take(counts, 6 * MILLI, "slow");
                assertThat(counts.lastTraced().trace()).isEqualTo("slow");
            }
        });
    }

    private void take(Counts counts, long nanos, String trace) {
        slow.take(counts, Thread.currentThread(), Long.MIN_VALUE, nanos, System.nanoTime(), -1, 0, trace, 1, null);
    }

    @Test
    void eachCallIsJudgedByWhatWasSlowWhenItEnded() {
        slow.follow(MILLI);
        ProbeRecorder probe = ProbeRecorder.named("SlowCallsTest.changed");
        long usualNanos = MILLI / 100 * 95; // of the stratum in which the threshold lies
        for (int call = 0; call < 30; call++) {
            probe.recordNanos(call < 10 ? 2 * MILLI : usualNanos);
        }
        assertThat(over("SlowCallsTest.changed")).isEqualTo(10);
        probe.recordNanos(2 * MILLI);
        slow.follow(5 * MILLI);
        probe.recordNanos(2 * MILLI);
        probe.recordNanos(6 * MILLI);
        assertThat(over("SlowCallsTest.changed")).isEqualTo(12);
        slow.follow(SlowCalls.AUTO);
        probe.recordNanos(usualNanos);
        assertThat(over("SlowCallsTest.changed")).isEqualTo(12);
    }

    @Test
    void aWatchWithAThresholdOfItsOwnChangesNothingOfWhatIsCounted() {
        slow.follow(5 * MILLI);
        ProbeRecorder probe = ProbeRecorder.named("SlowCallsTest.watched");
        slow.followWatch(MILLI);
        record(probe, 20, 2 * MILLI);
        record(probe, 3, 6 * MILLI);
        assertThat(over("SlowCallsTest.watched")).isEqualTo(3);
        slow.follow(MILLI);
        slow.followWatch(5 * MILLI);
        record(probe, 4, 2 * MILLI);
        assertThat(over("SlowCallsTest.watched")).isEqualTo(7);
        slow.follow(SlowCalls.AUTO);
        slow.followWatch(MILLI);
        record(probe, 200, 2 * MILLI);
        record(probe, 2, 6 * MILLI);
        assertThat(over("SlowCallsTest.watched")).isEqualTo(9);
    }

    private static void record(ProbeRecorder probe, int calls, long nanos) {
        for (int call = 0; call < calls; call++) {
            probe.recordNanos(nanos);
        }
    }

    @Test
    void aWatchKeepsItsThresholdAndItsSampleWhateverTheSettingsBecome() {
        follow(SlowCalls.AUTO);
        ProbeRecorder probe = ProbeRecorder.named("SlowCallsTest.wish");
        slow.followWatch(MILLI);
        slow.beginWatch();
        record(probe, 3, 2 * MILLI);
        slow.follow(5 * MILLI);
        record(probe, 3, 2 * MILLI);
        slow.follow(SlowCalls.OFF);
        record(probe, 3, 2 * MILLI);
        assertThat(watched("SlowCallsTest.wish")).hasSize(9);
        assertThat(heard).hasSize(9);
        slow.followWatch(SlowCalls.OFF);
        assertThat(slow.isOn()).isFalse();
    }

    @Test
    void aWatchWithoutAThresholdHasTheOneOfTheSettingsAndOutlastsTheirs() {
        follow(5 * MILLI);
        ProbeRecorder probe = ProbeRecorder.named("SlowCallsTest.noWish");
        slow.followWatch(SlowCalls.AUTO);
        slow.beginWatch();
        record(probe, 200, 2 * MILLI);
        record(probe, 2, 6 * MILLI);
        slow.follow(SlowCalls.OFF);
        assertThat(heard).extracting(SlowCall::nanos).containsExactly(6 * MILLI, 6 * MILLI);
        record(probe, 1, 7 * MILLI);
        assertThat(watched("SlowCallsTest.noWish")).extracting(SlowCall::nanos).contains(6 * MILLI, 7 * MILLI);
    }

    @Test
    void theFirstCallsAreCountedOnceThereAreEnoughThoughAWatchWasMeanwhile() {
        for (long wish : List.of(SlowCalls.AUTO, MILLI)) {
            String name = "SlowCallsTest.first" + wish;
            slow.follow(SlowCalls.AUTO);
            ProbeRecorder probe = ProbeRecorder.named(name);
            record(probe, 1, 6 * MILLI);
            slow.endPeriods();
            slow.followWatch(wish);
            slow.beginWatch();
            long beganNanos = System.nanoTime();
            record(probe, 1, 7 * MILLI);
            slow.endPeriods();
            record(probe, 2, 100);
            assertThat(watched(name))
                    .filteredOn(call -> call.startNanos() + call.nanos() - beganNanos >= 0)
                    .extracting(SlowCall::nanos)
                    .containsExactlyInAnyOrder(7 * MILLI, 100L, 100L);
            slow.followWatch(SlowCalls.OFF);
            assertThat(over(name)).isZero();
            record(probe, 200, 100);
            assertThat(over(name)).isEqualTo(2);
        }
    }

    private List<SlowCall> watched(String probe) {
        return slow.endWatch().stream()
                .filter(sample -> sample.probe().equals(probe))
                .flatMap(sample -> sample.calls().stream())
                .toList();
    }

    @Test
    void aWatchWhereSlowCallsAreOffCountsNone() {
        slow.followWatch(SlowCalls.AUTO);
        ProbeRecorder probe = ProbeRecorder.named("SlowCallsTest.off");
        record(probe, 200, MILLI);
        record(probe, 2, 6 * MILLI);
        assertThat(over("SlowCallsTest.off")).isZero();
        List<Boolean> known = new ArrayList<>();
        new CountsReader().read(interval -> {
            if (interval.name().equals("SlowCallsTest.off")) {
                known.add(interval.knowsSlow());
            }
        });
        assertThat(known).isNotEmpty().containsOnly(false);
    }

    private long over(String probe) {
        slow.endPeriods();
        return slow.thresholds().stream()
                .filter(one -> one.probe().equals(probe))
                .mapToLong(ProbeThreshold::over)
                .sum();
    }

    @Test
    void samplersAndProbesThatNobodySeesHaveNone() {
        follow(MILLI);
        ProbeRecorder.jitter("jitter.SlowCallsTest").recordNanos(2 * MILLI);
        ProbeRecorder.unregistered("SlowCallsTest.unseen").recordNanos(2 * MILLI);
        slow.tend();
        assertThat(heard).isEmpty();
        assertThat(slow.longest()).isEmpty();
    }

    private static SlowCall call(long nanos) {
        return new SlowCall("any", Map.of(), "ok", 0, nanos, 1, "main", 0, 0);
    }

    @Test
    void memoryIsBoundedAndTheLongestOfEachProbeStay() {
        KeptCalls kept = new KeptCalls();
        ProbeRecorder probe = ProbeRecorder.unregistered("any");
        for (int i = 0; i < 3 * KeptCalls.LAST; i++) {
            kept.add(probe, call(1_000_000 - i), i * KeptCalls.INTERVAL_NANOS);
        }
        List<SlowCall> all = kept.all();
        assertThat(all).hasSize(KeptCalls.LAST + KeptCalls.LONGEST);
        assertThat(all.get(0).nanos()).isEqualTo(1_000_000);
    }

    @Test
    void theMaxOfTwoIntervalsStayThoughEarlierCallsWereWorseAndLaterOnesMore() {
        KeptCalls kept = new KeptCalls();
        ProbeRecorder probe = ProbeRecorder.unregistered("any");
        long now = Long.MAX_VALUE; // from where nanoTime wraps around
        for (int interval = 1; interval <= 4; interval++) {
            for (int i = 0; i < 3 * KeptCalls.LAST; i++) {
                kept.add(probe, call(1_000_000L / interval - i), now);
            }
            now += KeptCalls.INTERVAL_NANOS;
        }
        List<SlowCall> all = kept.all();
        assertThat(all).hasSize(KeptCalls.LAST + KeptCalls.LONGEST + 2 * KeptCalls.LONGEST_OF_INTERVAL);
        assertThat(all)
                .extracting(SlowCall::nanos)
                .contains(1_000_000L / 3, 1_000_000L / 3 - KeptCalls.LONGEST_OF_INTERVAL + 1, 1_000_000L / 4)
                .doesNotContain(1_000_000L / 2);
    }
}
