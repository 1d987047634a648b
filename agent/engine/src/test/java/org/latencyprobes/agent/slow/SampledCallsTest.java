package org.latencyprobes.agent.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.clock.NanoTimeClock;
import org.latencyprobes.internal.counts.Strata;
import org.latencyprobes.internal.counts.TraceIds;
import org.latencyprobes.internal.probe.ProbeRecorder;
import org.latencyprobes.internal.probe.SlowSamples;

/** Tests of the pool, and of how calls come into it. */
final class SampledCallsTest {

    private static final long MICRO = TimeUnit.MICROSECONDS.toNanos(1);

    private final NanoTimeClock clock = new NanoTimeClock();
    private final SlowCalls slow = new SlowCalls(() -> clock, () -> {});

    @AfterEach
    void stop() {
        slow.stop();
    }

    @Test
    void aFullPoolKeepsTheLowestPrioritiesOfEachStratum() {
        StratumPool<Integer> pool = new StratumPool<>(100);
        Random random = new Random(1);
        List<Integer> priorities = new ArrayList<>();
        for (int call = 0; call < 10_000; call++) {
            int priority = random.nextInt(Strata.EACH);
            priorities.add(priority);
            pool.offer(50, priority, priority);
        }
        for (int call = 0; call < 30; call++) {
            pool.offer(70, random.nextInt(Strata.EACH), -1);
        }
        priorities.sort(null);
        assertThat(pool.calls()).hasSize(100);
        assertThat(pool.calls().stream().filter(call -> call == -1)).hasSize(30);
        assertThat(pool.calls().stream().filter(call -> call >= 0).sorted())
                .containsExactlyElementsOf(priorities.subList(0, 70));
        assertThat(pool.bound(50)).isEqualTo(priorities.get(70));
        assertThat(pool.bound(70)).isEqualTo(Strata.EACH);
        assertThat(pool.offer(50, priorities.get(70), 7)).isEqualTo(7);
    }

    @Test
    void strataOfUsualCallsHoldFewAndAPoolShrinks() {
        StratumPool<Integer> pool = new StratumPool<>(1_000);
        for (int call = 0; call < 400; call++) {
            pool.offer(40 + call % 2, call, call);
        }
        pool.limit(1_000, 41);
        assertThat(pool.calls()).hasSize(200 + StratumPool.USUAL);
        pool.offer(40, 1, 400);
        assertThat(pool.calls()).hasSize(200 + StratumPool.USUAL);
        pool.limit(50, 41);
        assertThat(pool.calls()).hasSize(50);
    }

    private SampledCalls.Sample sampled(String probe) {
        return slow.endWatch().stream()
                .filter(sample -> sample.probe().equals(probe))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void allCallsOfAProbeThatHasFewAreInTheSample() {
        slow.follow(SlowCalls.AUTO);
        slow.beginWatch();
        ProbeRecorder probe = ProbeRecorder.named("SampledCallsTest.few");
        for (int call = 1; call <= 100; call++) {
            probe.recordNanos(call * MICRO);
        }
        slow.tend();
        SampledCalls.Sample sample = sampled("SampledCallsTest.few");
        assertThat(sample.calls()).hasSize(100);
        assertThat(sample.longest()).isEmpty();
        assertThat(sample.lost()).containsOnly(0);
        probe.recordNanos(MICRO);
        slow.tend();
        slow.beginWatch();
        long beganNanos = System.nanoTime();
        assertThat(slow.endWatch())
                .filteredOn(later -> later.probe().equals("SampledCallsTest.few"))
                .flatExtracting(SampledCalls.Sample::calls)
                .allMatch(call -> call.startNanos() + call.nanos() - beganNanos < 0);
    }

    /** What is offered or below the floor when nobody looks is lost, and known to be. */
    @Test
    void eachCallIsInTheSampleOrStandsForOthersOrIsLost() {
        slow.follow(SlowCalls.AUTO);
        ProbeRecorder probe = ProbeRecorder.named("SampledCallsTest.many");
        slow.beginWatch();
        Random random = new Random(2);
        int calls = 200_000;
        for (int call = 0; call < calls; call++) {
            probe.recordNanos((long) (1_000 * Math.exp(random.nextGaussian())));
            if (call % 400 == 0) {
                slow.tend();
            }
        }
        probe.recordNanos(1_000_000);
        slow.tend();
        SampledCalls.Sample sample = sampled("SampledCallsTest.many");
        assertThat(sample.calls().size() + sample.longest().size())
                .isLessThanOrEqualTo(SampledCalls.WATCHED + ProbeSample.LONGEST);
        assertThat(sample.calls()).anyMatch(call -> call.nanos() == 1_000_000);
        assertThat(Arrays.stream(sample.lost()).sum()).isLessThan(calls);
        int aboveFloor = Strata.of(8_000);
        assertThat(Arrays.stream(sample.lost()).skip(aboveFloor).sum()).isZero();
    }

    /** As where a watch ends within its first second: its floor is of what came before. */
    @Test
    void callsBelowTheFloorAreLostUpToTheEnd() {
        slow.follow(SlowCalls.AUTO);
        ProbeRecorder probe = ProbeRecorder.named("SampledCallsTest.below");
        record(probe, 20_000, 1_000);
        slow.tend();
        slow.beginWatch();
        record(probe, 500, 1);
        slow.tend();
        assertThat(Arrays.stream(sampled("SampledCallsTest.below").lost()).sum())
                .isEqualTo(500);
    }

    /** What is usual while the JVM warms up may be slow for the watch as a whole. */
    @Test
    void afterASlowStartShorterCallsAreLookedAtWhereThereAreFew() {
        slow.follow(SlowCalls.AUTO);
        slow.beginWatch();
        ProbeRecorder probe = ProbeRecorder.named("SampledCallsTest.start");
        record(probe, 1_500, 1_000);
        slow.endPeriods();
        record(probe, 500, 500);
        slow.endPeriods();
        SampledCalls.Sample sample = sampled("SampledCallsTest.start");
        assertThat(sample.calls())
                .filteredOn(call -> call.nanos() == 500 * MICRO)
                .hasSizeGreaterThanOrEqualTo(StratumPool.USUAL);
        assertThat(sample.lost()).containsOnly(0);
    }

    /** Samples of periods become one of the watch, in which calls of a quiet period do not count for more than those of a busy one. */
    @Test
    void aWatchOfSeveralPeriodsIsOneUniformSample() {
        slow.follow(SlowCalls.AUTO);
        ProbeRecorder probe = ProbeRecorder.named("SampledCallsTest.periods");
        slow.beginWatch();
        for (int period = 0; period < 10; period++) {
            int calls = period == 9 ? 9_000 : 1_000;
            for (int call = 0; call < calls; call++) {
                probe.recordNanos(1_000 * MICRO + (period == 9 ? 1 : 0));
                if (call % 100 == 0) {
                    slow.tend();
                }
            }
            slow.endPeriods();
        }
        SampledCalls.Sample sample = sampled("SampledCallsTest.periods");
        long ofLast = sample.calls().stream()
                .filter(call -> call.nanos() % MICRO == 1)
                .count();
        assertThat(sample.calls().size()).isBetween(200, SampledCalls.WATCHED);
        assertThat((double) ofLast / sample.calls().size()).isBetween(0.35, 0.65); // half of 18,000
    }

    @Test
    void whereManyProbesHaveCallsSamplesAreSmallerAndThatIsSaid() {
        slow.follow(SlowCalls.AUTO);
        assertThat(slow.sampleRemark()).isEmpty();
        for (int probe = 0; probe < 20; probe++) {
            ProbeRecorder one = ProbeRecorder.named("SampledCallsTest.share" + probe);
            for (int call = 0; call < 30; call++) {
                one.recordNanos(MICRO);
            }
        }
        slow.tend();
        assertThat(slow.sampleRemark())
                .isEqualTo("at most 204 calls of each probe are looked at in 5 s, since 20 probes and outcomes have"
                        + " calls");
    }

    /** Of each call there are some hundred bytes: 512 probes with 64 of their longest each would be 32,768. */
    @Test
    void aSampleHoldsNoMoreOfTheLongestThanOfOthers() {
        ProbeRecorder probe = ProbeRecorder.named("SampledCallsTest.longest");
        SlowSamples.forEach((each, all) -> {
            if (each == probe) {
                ProbeSample sample = new ProbeSample(probe, all.get(0), 256);
                for (int call = 1; call <= 100; call++) {
                    sample.add(new SlowCall("", Map.of(), "ok", 0, call, 1, "", 0, 0), call);
                }
                assertThat(sample.longest()).hasSize(ProbeSample.LONGEST);
                sample.limit(8);
                assertThat(sample.longest())
                        .extracting(SlowCall::nanos)
                        .containsExactlyInAnyOrder(93L, 94L, 95L, 96L, 97L, 98L, 99L, 100L);
                assertThat(sample.add(new SlowCall("", Map.of(), "ok", 0, 101, 1, "", 0, 0), 1))
                        .isTrue();
                assertThat(sample.longest()).hasSize(8);
                assertThat(sample.size()).isEqualTo(8);
            }
        });
    }

    /** Else each call of a short method would be offered, as long as the JVM lives. */
    @Test
    void callsOfTheShortestStratumAreNotOfferedWhereMostAreOfIt() {
        slow.follow(SlowCalls.AUTO);
        ProbeRecorder probe = ProbeRecorder.named("SampledCallsTest.shortest");
        for (int turn = 0; turn < 4; turn++) {
            for (int call = 0; call < 1_000; call++) {
                probe.recordNanos(15);
            }
            slow.endPeriods();
        }
        List<SlowCall> heard = new ArrayList<>();
        slow.listen(new SlowCalls.Listener() {
            @Override
            public void taken(List<SlowCall> calls) {
                heard.addAll(calls);
            }
        });
        for (int call = 0; call < 10_000; call++) {
            probe.recordNanos(15);
        }
        slow.tend();
        assertThat(heard).isEmpty();
    }

    private static int asked;

    private static String traceId() {
        asked++;
        return "id";
    }

    /** Which is code of the application's. */
    @Test
    void theTraceIdIsAskedForTheLongestAloneInEachPeriod() throws ReflectiveOperationException {
        MethodHandle ask = MethodHandles.lookup()
                .findStatic(SampledCallsTest.class, "traceId", MethodType.methodType(String.class));
        TraceIds.ask(List.of(new WeakReference<>(ask)));
        try {
            slow.follow(MICRO);
            ProbeRecorder probe = ProbeRecorder.named("SampledCallsTest.traced");
            for (int period = 0; period < 2; period++) {
                asked = 0;
                for (int call = 0; call < 200; call++) { // so few that each is offered at first
                    probe.recordNanos((1_000 + 37 * call % 200) * MICRO);
                }
                slow.endPeriods();
            }
            assertThat(asked).isBetween(1, ProbeSample.LONGEST);
        } finally {
            TraceIds.ask(List.of());
        }
    }

    private static void record(ProbeRecorder probe, int calls, long micros) {
        for (int call = 0; call < calls; call++) {
            probe.recordNanos(micros * MICRO);
        }
    }

    @Test
    void theLongestOfAPeriodAreKeptWhateverTheyDrawAlsoAfterOneOfLongerCalls() {
        slow.follow(MICRO);
        ProbeRecorder probe = ProbeRecorder.named("SampledCallsTest.afterLonger");
        record(probe, 100, 2_000);
        record(probe, 3_000, 460);
        slow.endPeriods();
        record(probe, 2_000, 460);
        slow.tend(); // about a twelfth of them is in the sample, and 64 are the longest so far
        List<SlowCall> heard = new ArrayList<>();
        slow.listen(new SlowCalls.Listener() {
            @Override
            public void taken(List<SlowCall> calls) {
                heard.addAll(calls);
            }
        });
        record(probe, ProbeSample.LONGEST, 500); // of the same stratum
        slow.tend();
        assertThat(heard).filteredOn(call -> call.nanos() == 500 * MICRO).hasSize(ProbeSample.LONGEST);
    }

    @Test
    void aSlowCallThatIsListedIsExplainedThoughItHasLeftTheSample() {
        slow.follow(MICRO);
        ProbeRecorder probe = ProbeRecorder.named("SampledCallsTest.left");
        for (int call = 0; call < 1_000; call++) {
            probe.recordNanos(1_000 * MICRO);
        }
        assertThat(slow.longest())
                .hasSizeGreaterThan(SampledCalls.MOST)
                .noneMatch(call -> call.explanation().get() == SlowCall.NOT_WANTED);
    }

    @Test
    void nothingIsOfferedAfterTheEnd() {
        slow.follow(SlowCalls.AUTO);
        ProbeRecorder probe = ProbeRecorder.named("SampledCallsTest.after");
        probe.recordNanos(5);
        slow.stop();
        List<SlowCall> heard = new ArrayList<>();
        slow.listen(new SlowCalls.Listener() {
            @Override
            public void taken(List<SlowCall> calls) {
                heard.addAll(calls);
            }
        });
        probe.recordNanos(4);
        slow.tend();
        assertThat(heard).isEmpty();
    }
}
