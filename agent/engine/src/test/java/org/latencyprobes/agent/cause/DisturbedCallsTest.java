package org.latencyprobes.agent.cause;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.disturbance.DisturbanceWatch;
import org.latencyprobes.agent.protocol.slow.CauseShare;
import org.latencyprobes.agent.slow.SlowCall;
import org.latencyprobes.agent.stall.CompileTime;
import org.latencyprobes.agent.thread.ThreadTimes;
import org.latencyprobes.explain.DisturbanceKind;

/** Times are in ms since the agent came into the JVM; a second of it is disturbed. */
final class DisturbedCallsTest {

    private static final long ORIGIN = System.nanoTime() - TimeUnit.SECONDS.toNanos(60);

    private final SlowCallCauses causes = new SlowCallCauses(() -> null, () -> 0, new ThreadTimes(() -> null, null));
    private final DisturbedCalls calls = new DisturbedCalls(causes);
    private long switches;
    private final DisturbanceWatch watch = new DisturbanceWatch(
            new DisturbanceWatch.Begin(ORIGIN, true, 0, 0),
            () -> 0,
            () -> switches,
            new CompileTime("not known", null, ORIGIN, 0));

    private void call(long startMillis, long millis, DisturbanceWatch watchOrNull) {
        SlowCall call = new SlowCall(
                "probe", Map.of(), "ok", nanos(startMillis), TimeUnit.MILLISECONDS.toNanos(millis), 1, "", 0, 0);
        CountedCalls.add(causes, List.of(call));
        calls.add(CountedCalls.weighted(List.of(call)), watchOrNull);
    }

    private static long nanos(long millis) {
        return ORIGIN + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private void look(long millis) {
        watch.look(nanos(millis));
        calls.tellSettled(watch);
    }

    private static CauseShare told(CauseTotals totals) {
        Histogram lengths = new Histogram(2);
        lengths.recordValueWithCount(1_000, 10_000);
        lengths.recordValueWithCount(TimeUnit.MILLISECONDS.toNanos(20), 5_000);
        return totals.probes().get(0).shares(lengths, PercentileBand.ALL).get(0);
    }

    @Test
    void aCallIsToldOnceItsTimeIs() {
        call(100, 20, null);
        call(1_500, 20, watch);
        look(1_510);
        assertThat(told(causes.totals()).disturbed()).isEqualTo(1);
        look(2_600);
        assertThat(told(causes.totals()).explained()).isEqualTo(2);
        assertThat(told(causes.totals()).disturbedBy()).isEqualTo(Map.of(DisturbanceKind.ATTACH.label(), 1L));
    }

    @Test
    void aCallCountsForEachKindAndOnceInAll() {
        call(990, 20, watch);
        look(1_000);
        switches++;
        look(2_050);
        assertThat(told(causes.totals()).disturbed()).isEqualTo(1);
        assertThat(told(causes.totals()).disturbedBy())
                .isEqualTo(Map.of(DisturbanceKind.ATTACH.label(), 1L, DisturbanceKind.MODE.label(), 1L));
    }

    @Test
    void aDifferenceHasThoseSince() {
        call(100, 20, watch);
        look(1_100);
        CauseTotals before = causes.totals();
        switches++;
        look(2_200);
        call(2_210, 20, watch);
        call(2_220, 20, watch);
        look(3_300);
        CauseShare since = told(causes.totals().minus(before));
        assertThat(since.explained()).isEqualTo(2);
        assertThat(since.disturbed()).isEqualTo(2);
        assertThat(since.disturbedBy()).isEqualTo(Map.of(DisturbanceKind.MODE.label(), 2L));
    }

    @Test
    void moreThanCanWaitAreTakenByWhatIsKnown() {
        for (int i = 0; i < 5_000; i++) {
            call(100, 20, watch);
        }
        assertThat(told(causes.totals()).disturbed()).isEqualTo(5_000 - 4_096);
        look(1_100);
        assertThat(told(causes.totals()).disturbed()).isEqualTo(5_000);
    }
}
