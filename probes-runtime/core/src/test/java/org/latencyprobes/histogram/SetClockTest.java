package org.latencyprobes.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.latencyprobes.Readings;
import org.latencyprobes.internal.probe.SetClock;
import org.latencyprobes.probe.LatencyProbe;

class SetClockTest {

    private static final long SECOND_MILLIS = 1_000;

    static {
        LatencyProbe.named("before each clock"); // probes begin then, however long the machine takes to load them
    }

    private final SetClock clock = new SetClock(System.currentTimeMillis());
    private final IntervalReader reader = new IntervalReader(clock.timeline());
    private final String name;
    private final LatencyProbe probe;

    SetClockTest(TestInfo test) {
        name = test.getDisplayName();
        probe = LatencyProbe.named(name);
    }

    @Test
    void whileTheClockIsBackIntervalsGoOnWithTheLengthThatTheyTookAndWithoutGap() {
        clock.pass(SECOND_MILLIS);
        Interval former = next();
        clock.set(-TimeUnit.HOURS.toMillis(1));
        for (int i = 0; i < 100; i++) {
            clock.pass(SECOND_MILLIS);
            Interval interval = next();
            assertThat(interval.startMillis()).isEqualTo(former.endMillis());
            assertThat(interval.endMillis() - interval.startMillis())
                    .isCloseTo(SECOND_MILLIS, within(SECOND_MILLIS / 100 + 1));
            assertThat(interval.perSecond()).isCloseTo(1, within(0.02));
            former = interval;
        }
    }

    @Test
    void totalHasTheLengthThatItTook() {
        clock.pass(SECOND_MILLIS);
        probe.recordNanos(1);
        long before = length(Readings.only(name, reader.total()));
        clock.set(-TimeUnit.HOURS.toMillis(1));
        clock.pass(100 * SECOND_MILLIS);
        assertThat(length(Readings.only(name, reader.total())) - before)
                .isCloseTo(100 * SECOND_MILLIS, within(SECOND_MILLIS + 1));
    }

    @Test
    void ratesLeaveOutByWhatTheClockWasSetForward() {
        next();
        clock.pass(SECOND_MILLIS);
        clock.set(TimeUnit.HOURS.toMillis(1));
        assertThat(next().perSecond()).isCloseTo(1, within(0.01));
        long before = length(Readings.only(name, reader.total()));
        clock.pass(100 * SECOND_MILLIS);
        assertThat(length(Readings.only(name, reader.total()))).isEqualTo(before + 100 * SECOND_MILLIS);
        assertThat(before).isLessThan(TimeUnit.HOURS.toMillis(1));
    }

    @Test
    void noIntervalIsWithoutLength() {
        Interval first = next();
        Interval second = next();
        assertThat(length(first)).isPositive();
        assertThat(length(second)).isPositive();
        assertThat(second.startMillis()).isEqualTo(first.endMillis());
    }

    private static long length(Interval interval) {
        return interval.endMillis() - interval.startMillis();
    }

    private Interval next() {
        probe.recordNanos(1);
        return Readings.only(name, reader.read());
    }
}
