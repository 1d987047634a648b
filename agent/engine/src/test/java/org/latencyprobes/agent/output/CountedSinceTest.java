package org.latencyprobes.agent.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.weave.FirstWoven;
import org.latencyprobes.histogram.Interval;

/** Tests of the begin of 500 calls that were read 100 s after the first probe of all came. */
final class CountedSinceTest {

    private static final long END_MILLIS = 1_000_000;
    private static final long NOW_NANOS = -1; // as the clock may be, which counts from whatever moment

    private final FirstWoven woven = new FirstWoven(nanosAgo(200_000));

    private static Interval total(Map<String, String> tags, String kind, long lastedMillis) {
        Histogram histogram = new Histogram(2);
        histogram.recordValueWithCount(1_000, 500);
        histogram.setStartTimeStamp(END_MILLIS - lastedMillis);
        histogram.setEndTimeStamp(END_MILLIS);
        return Interval.of("op", tags, "ok", kind, 1_000, histogram);
    }

    private Interval of(Interval total) {
        return of(woven, total);
    }

    private static Interval of(FirstWoven woven, Interval total) {
        return new CountedSince(woven, () -> END_MILLIS, () -> NOW_NANOS).of(total);
    }

    private static long nanosAgo(long millis) {
        return NOW_NANOS - TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Test
    void aProbeThatCameLaterCountsFromItsFirstMethodOn() {
        woven.put("op{kind=read}", nanosAgo(10_000));
        woven.put("op{kind=read}", nanosAgo(5_000));
        Interval total = total(Map.of("kind", "read"), "probe", 100_000);
        Interval since = of(total);
        assertThat(since.startMillis()).isEqualTo(END_MILLIS - 10_000);
        assertThat(since.endMillis()).isEqualTo(END_MILLIS);
        assertThat(since.count()).isEqualTo(500);
        assertThat(since.perSecond()).isGreaterThan(total.perSecond());
    }

    @Test
    void itsCallsUntilReturnCountFromThenOnToo() {
        woven.put("op", nanosAgo(10_000));
        woven.put("op{kind=read}", nanosAgo(20_000));
        Map<String, String> tags = new LinkedHashMap<>(Map.of("kind", "read"));
        tags.put("until", "return");
        assertThat(of(total(Map.of("until", "return"), "probe", 100_000)).startMillis())
                .isEqualTo(END_MILLIS - 10_000);
        assertThat(of(total(tags, "probe", 100_000)).startMillis()).isEqualTo(END_MILLIS - 20_000);
    }

    @Test
    void anEarlierOneKeepsItsBegin() {
        woven.put("op", nanosAgo(150_000));
        Interval total = total(Map.of(), "probe", 100_000);
        assertThat(of(total)).isSameAs(total);
    }

    @Test
    void whatWasCountedBeforeThisAgentCameKeepsItsBegin() {
        FirstWoven later = new FirstWoven(nanosAgo(50_000));
        later.put("op", nanosAgo(10_000));
        Interval total = total(Map.of(), "probe", 100_000);
        assertThat(of(later, total)).isSameAs(total);
    }

    @Test
    void jitterAndProbesThatWereNotWovenKeepTheirs() {
        Interval jitter = total(Map.of(), "jitter", 1);
        Interval other = total(Map.of("kind", "other"), "probe", 1);
        woven.put("op", nanosAgo(0));
        assertThat(of(jitter)).isSameAs(jitter);
        assertThat(of(other)).isSameAs(other);
    }
}
