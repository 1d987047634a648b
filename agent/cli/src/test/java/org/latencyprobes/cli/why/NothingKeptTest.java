package org.latencyprobes.cli.why;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.slow.ObservedTime;
import org.latencyprobes.agent.protocol.slow.SlowThreshold;

/** Tests of what is said where no call was kept of 20,000 of 1 to 25 ms. */
final class NothingKeptTest {

    private static final long MILLI = 1_000_000;

    private static Answer answer(double nanos, boolean isAuto) {
        return new Answer()
                .add(ObservedTime.TABLE, new ObservedTime(0, 1, 0, 0, isAuto))
                .add(
                        SlowThreshold.ALL,
                        SlowThreshold.class,
                        List.of(new SlowThreshold("place", Map.of(), nanos / 1e3, 0, 0)));
    }

    private static String sentence(Answer answer, long slowNanos, int calls) {
        Histogram histogram = new Histogram(2);
        histogram.recordValueWithCount(MILLI, calls * 9L / 10);
        histogram.recordValueWithCount(8 * MILLI, calls / 10);
        histogram.recordValue(25 * MILLI);
        return NothingKept.sentence(answer, new CallsKey("place", Map.of(), "ok"), histogram, slowNanos);
    }

    @Test
    void theLimitAndASmallerOneAreSaid() {
        assertThat(sentence(answer(30_300_000, true), 0, 20_000))
                .isEqualTo("no slow call was kept: none was longer than 30.3 ms, the p99.9 since the start;"
                        + " --slow 10ms keeps those above 10 ms");
        assertThat(sentence(answer(30_300_000, true), 0, 100))
                .isEqualTo("no slow call was kept: none was longer than 30.3 ms, which ten calls or one of a thousand"
                        + " since the start exceed; --slow 10ms keeps those above 10 ms");
        assertThat(sentence(answer(50 * MILLI, false), 0, 20_000))
                .isEqualTo("no slow call was kept: none was longer than 50 ms, the limit of the agent's option slow;"
                        + " --slow 10ms keeps those above 10 ms");
    }

    /** 500 calls of 502 µs, 20 of 510 and one of 1.8 ms: a limit of 500 µs would keep them all. */
    @Test
    void theSmallerLimitIsAboveWhatMostCallsTake() {
        Histogram histogram = new Histogram(2);
        histogram.recordValueWithCount(502_000, 500);
        histogram.recordValueWithCount(510_000, 20);
        histogram.recordValue(1_800_000);
        assertThat(NothingKept.sentence(answer(2 * MILLI, true), new CallsKey("place", Map.of(), "ok"), histogram, 0))
                .endsWith("; --slow 600us keeps those above 600 µs");
    }

    @Test
    void nothingIsSaidThatTheCallsOfTheTimeContradict() {
        assertThat(sentence(answer(9 * MILLI, true), 0, 20_000))
                .isEqualTo("no slow call was kept: slow are those that ten calls or one of a thousand since the start"
                        + " reach; --slow 10ms keeps those above 10 ms");
        assertThat(sentence(answer(9 * MILLI, true), 5 * MILLI, 20_000)).isEqualTo("no slow call was kept");
    }

    @Test
    void aLimitOfTheUsersIsTheReasonWhereAllCallsWereShorter() {
        assertThat(sentence(answer(40 * MILLI, true), 40 * MILLI, 20_000))
                .isEqualTo("no slow call was kept: none took 40 ms");
    }

    @Test
    void aProbeWithFewCallsHasNoLimitYet() {
        assertThat(sentence(answer(Double.NaN, true), 0, 10))
                .startsWith("no slow call was kept: no limit was set for this probe so far; --slow ");
    }

    @Test
    void ofAProbeThatTheAgentDoesNotKnowNoReasonIsGiven() {
        assertThat(sentence(new Answer(), 0, 20_000)).isEqualTo("no slow call was kept");
    }
}
