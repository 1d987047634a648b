package org.latencyprobes.agent.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.cause.CountedCalls;
import org.latencyprobes.agent.cause.SlowCallCauses;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.slow.CauseShare;
import org.latencyprobes.agent.slow.SlowCall;
import org.latencyprobes.agent.stall.Timelines;
import org.latencyprobes.agent.thread.ThreadTimes;
import org.latencyprobes.explain.StallKind;
import org.latencyprobes.histogram.Interval;

final class CausesTableTest {

    private static final Map<String, String> TAGS = Map.of("desk", "fx");

    private final Timelines stalls = new Timelines(System.nanoTime() - TimeUnit.SECONDS.toNanos(60));
    private final SlowCallCauses causes =
            new SlowCallCauses(stalls::timeline, () -> 0, new ThreadTimes(() -> null, null));

    private void call(String probe, long startMillis, long millis) {
        long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
        CountedCalls.add(
                causes, List.of(new SlowCall(probe, TAGS, "ok", stalls.nanos(startMillis), nanos, 1, "main", 0, 0)));
    }

    private static Interval lengths(String probe, long... millis) {
        Histogram lengths = new Histogram(2);
        lengths.recordValueWithCount(TimeUnit.MILLISECONDS.toNanos(1), 10_000);
        for (long length : millis) {
            lengths.recordValue(TimeUnit.MILLISECONDS.toNanos(length));
        }
        return Interval.of(probe, TAGS, "ok", "probe", 0, lengths);
    }

    private List<CauseShare> shares(Interval... intervals) {
        CausesTable table = new CausesTable(causes.totals());
        for (Interval interval : intervals) {
            assertThat(table.add(interval)).isFalse();
        }
        Answer answer = new Answer();
        table.to(answer);
        return answer.all(CauseShare.TABLE, CauseShare.class);
    }

    private void collectionsAndAWait() {
        stalls.stall(StallKind.GC, 40_000, 30).stall(StallKind.GC, 41_000, 30).settle(59_000);
        call("slow", 39_999, 41);
        call("slow", 40_999, 41);
        call("slow", 45_000, 21);
    }

    @Test
    void hasARowForEachProbeBandAndCause() {
        collectionsAndAWait();
        List<CauseShare> shares = shares(lengths("slow", 21, 41, 41), lengths("quick", 1));
        assertThat(shares)
                .allMatch(share -> share.probe().equals("slow") && share.tags().equals(TAGS));
        assertThat(shares.get(0).calls()).isEqualTo(3);
        assertThat(shares.get(0).explained()).isEqualTo(3);
        assertThat(shares)
                .extracting(share -> share.band() + ' ' + share.cause())
                .containsExactly(
                        "from p99 gc",
                        "from p99 unknown",
                        "p99.9 to p99.99 unknown",
                        "from p99.99 gc",
                        "from p99.99 unknown");
        assertThat(shares.get(0).sharePercent()).isBetween(58.0, 58.5);
        assertThat(shares.get(0).causeCalls()).isEqualTo(2);
    }

    @Test
    void theProbeWithMostTimeComesFirst() {
        collectionsAndAWait();
        call("slower", 46_000, 1_000);
        assertThat(shares(lengths("slow", 41), lengths("slower", 1_000)).get(0).probe())
                .isEqualTo("slower");
    }

    @Test
    void asTextIsALineForEachProbe() {
        collectionsAndAWait();
        assertThat(CausesText.lines(shares(lengths("slow", 21, 41, 41)), false))
                .containsExactly("why slow{desk=fx}: gc 58 %, unknown 42 %; 3 of 3 calls from p99 on were looked at");
    }

    @Test
    void whereMuchIsNotKnownTheCommandWhyIsNamed() {
        collectionsAndAWait();
        assertThat(CausesText.advice(shares(lengths("slow", 21, 41, 41))))
                .containsExactly("what is unknown is mostly waits: the command why tells what for");
    }

    @Test
    void whereAllIsKnownItIsNot() {
        stalls.stall(StallKind.GC, 40_000, 40).settle(59_000);
        call("slow", 40_000, 40);
        assertThat(CausesText.advice(shares(lengths("slow", 1, 1)))).isEmpty();
    }

    @Test
    void bandsFollowWhereThereAreSeveral() {
        collectionsAndAWait();
        Interval lengths = lengths("slow", 41, 41);
        lengths.histogram().recordValueWithCount(TimeUnit.MILLISECONDS.toNanos(21), 9);
        assertThat(CausesText.lines(shares(lengths), true))
                .hasSize(3)
                .satisfies(lines ->
                        assertThat(lines.get(1)).isEqualTo("  p99.9 to p99.99: unknown 21–100 %; 1 of 9 calls"));
        assertThat(CausesText.lines(shares(lengths("slow", 41)), true)).hasSize(1);
    }

    @Test
    void saysWhereStallsOfOtherTimesAreNotKnown() {
        stalls.stall(StallKind.GC, 100, 30).settle(59_000);
        call("early", 99, 41);
        assertThat(CausesText.lines(shares(lengths("early", 41)), false).get(0))
                .contains("  (coincidence: not known); ");
    }

    @Test
    void probesBeyondTheFirstAreCounted() {
        stalls.settle(59_000);
        Interval[] all = new Interval[23];
        for (int i = 0; i < all.length; i++) {
            call("probe " + i, 40_000, 41);
            all[i] = lengths("probe " + i, 41);
        }
        assertThat(CausesText.lines(shares(all), false)).hasSize(21).endsWith("  and 3 more probes with slow calls");
    }

    @Test
    void theTimeByCauseThatBackendsGetIsNoRowOfAReport() {
        Interval published = Interval.of("jitter.slow", Map.of("cause", "gc"), "ok", "jitter", 0, new Histogram(2));
        assertThat(new CausesTable(null).add(published)).isTrue();
        assertThat(new CausesTable(null)
                        .add(Interval.of("jitter.hiccup", Map.of(), "ok", "jitter", 0, new Histogram(2))))
                .isFalse();
    }

    @Test
    void selfTimesAreNoCalls() {
        collectionsAndAWait();
        Histogram times = lengths("slow", 41, 41, 41).histogram();
        Interval self = Interval.of("slow", TAGS, "ok self", "self", 0, times);
        assertThat(shares(lengths("slow", 21, 41, 41), self).get(0).calls()).isEqualTo(3);
    }
}
