package org.latencyprobes.internal.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TimelineTest {

    private static final long START_MILLIS = 1_000_000_000_000L;
    private static final long HOUR_MILLIS = TimeUnit.HOURS.toMillis(1);

    private final SetClock clock = new SetClock(START_MILLIS);

    @Test
    void followsTheMachinesClock() {
        assertThat(clock.timeline().nowMillis()).isEqualTo(START_MILLIS);
        clock.pass(1_500);
        assertThat(clock.timeline().nowMillis()).isEqualTo(START_MILLIS + 1_500);
    }

    @Test
    void goesOnWhileTheMachinesClockIsSetBack() {
        clock.set(-HOUR_MILLIS);
        assertThat(clock.timeline().nowMillis()).isEqualTo(START_MILLIS);
        clock.pass(10_000);
        assertThat(clock.timeline().nowMillis()).isEqualTo(START_MILLIS + 9_900);
    }

    @Test
    void meetsTheMachinesClockAgain() {
        clock.set(-1_000);
        clock.pass(200_000);
        assertThat(clock.timeline().nowMillis()).isEqualTo(clock.wallMillis());
        clock.pass(5);
        assertThat(clock.timeline().nowMillis()).isEqualTo(clock.wallMillis());
    }

    @Test
    void followsAtOnceWhereTheMachinesClockIsSetForward() {
        clock.set(HOUR_MILLIS);
        assertThat(clock.timeline().nowMillis()).isEqualTo(START_MILLIS + HOUR_MILLIS);
    }

    @Test
    void whatBeganBeforeAStepMovesWithIt() {
        clock.pass(500);
        clock.set(HOUR_MILLIS);
        long between = clock.timeline().nowMillis();
        clock.pass(500);
        clock.set(2 * HOUR_MILLIS);
        clock.timeline().nowMillis();
        assertThat(clock.timeline().begin(START_MILLIS)).isEqualTo(START_MILLIS + 3 * HOUR_MILLIS);
        assertThat(clock.timeline().begin(between)).isEqualTo(between + 2 * HOUR_MILLIS);
        assertThat(clock.timeline().begin(clock.wallMillis())).isEqualTo(clock.wallMillis());
    }

    @Test
    void whatBeganBeforeManyStepsMovesByAll() {
        for (int i = 0; i < 300; i++) {
            clock.pass(500);
            clock.set(HOUR_MILLIS);
            clock.timeline().nowMillis();
        }
        assertThat(clock.timeline().begin(START_MILLIS)).isEqualTo(START_MILLIS + 300 * HOUR_MILLIS);
    }
}
