package org.latencyprobes.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.weave.FirstWoven;
import org.latencyprobes.histogram.Interval;

/** Tests of the begin of 500 calls that were read 100 s after the first probe of all came. */
final class CountedSinceTest {

    private static final long END_MILLIS = 1_000_000;
    private static final long DOUBT_MILLIS = 50_000; // for what passes between two readings of the clock

    private final FirstWoven woven = new FirstWoven();

    private static Interval total(Map<String, String> tags, String kind, long lastedMillis) {
        Histogram histogram = new Histogram(2);
        histogram.recordValueWithCount(1_000, 500);
        histogram.setStartTimeStamp(END_MILLIS - lastedMillis);
        histogram.setEndTimeStamp(END_MILLIS);
        return Interval.of("op", tags, "ok", kind, 1_000, histogram);
    }

    private Interval of(Interval total) {
        return new CountedSince(woven, () -> END_MILLIS).of(total);
    }

    private static long nanosAgo(long millis) {
        return System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Test
    void aProbeThatCameLaterCountsFromItsFirstMethodOn() {
        FirstWoven began = new FirstWoven(nanosAgo(200_000));
        began.put("op{kind=read}", nanosAgo(10_000));
        began.put("op{kind=read}", nanosAgo(5_000));
        Interval total = total(Map.of("kind", "read"), "probe", 100_000);
        Interval since = new CountedSince(began, () -> END_MILLIS).of(total);
        assertThat(END_MILLIS - since.startMillis()).isCloseTo(10_000, within(DOUBT_MILLIS));
        assertThat(since.endMillis()).isEqualTo(END_MILLIS);
        assertThat(since.count()).isEqualTo(500);
        assertThat(since.perSecond()).isGreaterThan(total.perSecond());
    }

    @Test
    void anEarlierOneKeepsItsBegin() {
        FirstWoven began = new FirstWoven(nanosAgo(200_000));
        began.put("op", nanosAgo(150_000));
        Interval total = total(Map.of(), "probe", 100_000);
        assertThat(new CountedSince(began, () -> END_MILLIS).of(total)).isSameAs(total);
    }

    @Test
    void whatWasCountedBeforeThisAgentCameKeepsItsBegin() {
        woven.put("op", System.nanoTime());
        Interval total = total(Map.of(), "probe", 100_000);
        assertThat(of(total)).isSameAs(total);
    }

    @Test
    void jitterAndProbesThatWereNotWovenKeepTheirs() {
        Interval jitter = total(Map.of(), "jitter", 1);
        Interval other = total(Map.of("kind", "other"), "probe", 1);
        woven.put("op", System.nanoTime());
        assertThat(of(jitter)).isSameAs(jitter);
        assertThat(of(other)).isSameAs(other);
    }
}
