package org.latencyprobes.agent.disturbance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.stall.CompileTime;
import org.latencyprobes.explain.Disturbance;
import org.latencyprobes.explain.DisturbanceKind;

/** Times are in ms since the agent began. */
final class DisturbanceWatchTest {

    private static final long ORIGIN = -7;

    private long redefinitions = 4;
    private long switches;
    private long compileMillis = 30_000;

    private static long nanos(long millis) {
        return ORIGIN + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private DisturbanceWatch watch(boolean isAttached) {
        return new DisturbanceWatch(
                new DisturbanceWatch.Begin(ORIGIN, isAttached, redefinitions, switches),
                () -> redefinitions,
                () -> switches,
                new CompileTime(
                        "test",
                        () -> TimeUnit.MILLISECONDS.toNanos(compileMillis),
                        ORIGIN,
                        TimeUnit.SECONDS.toNanos(30)));
    }

    private static Disturbance disturbance(DisturbanceKind kind, long startMillis, long endMillis) {
        return new Disturbance(kind, nanos(startMillis), nanos(endMillis) - nanos(startMillis));
    }

    private static DisturbanceTimeline look(DisturbanceWatch watch, long... millis) {
        for (long at : millis) {
            watch.look(nanos(at));
        }
        return watch.timeline();
    }

    private static void assertTold(DisturbanceTimeline timeline, Disturbance... disturbances) {
        assertThat(timeline.between(ORIGIN, nanos(100_000))).containsExactly(disturbances);
    }

    @Test
    void aSteadyJvmHasNone() {
        assertTold(look(watch(false), 1_000, 1_020, 2_000, 3_000));
    }

    @Test
    void anAttachCountsForASecond() {
        assertTold(look(watch(true), 1_000, 2_000), disturbance(DisturbanceKind.ATTACH, 0, 1_000));
    }

    @Test
    void eventsCountFromTheLookBeforeUntilASecondAfter() {
        DisturbanceWatch watch = watch(false);
        look(watch, 1_000);
        redefinitions += 32;
        look(watch, 1_020, 1_040);
        switches++;
        look(watch, 1_060);
        assertTold(
                look(watch, 5_000),
                disturbance(DisturbanceKind.REDEFINITION, 1_000, 2_020),
                disturbance(DisturbanceKind.MODE, 1_040, 2_060));
    }

    @Test
    void whatCameBeforeTheFirstLookIsTold() {
        DisturbanceWatch watch = watch(false);
        redefinitions++;
        compileMillis += 800;
        assertTold(
                look(watch, 1_000),
                disturbance(DisturbanceKind.REDEFINITION, 0, 2_000),
                disturbance(DisturbanceKind.COMPILATION, 0, 1_000));
    }

    @Test
    void secondsWithATenthOfACoreOrMoreAreCompilation() {
        DisturbanceWatch watch = watch(false);
        look(watch, 1_000);
        compileMillis += 99;
        look(watch, 2_000);
        compileMillis += 100;
        look(watch, 2_500);
        assertThat(watch.settledNanos()).isEqualTo(nanos(2_000));
        look(watch, 3_000);
        compileMillis += 400;
        assertTold(look(watch, 4_100, 5_100), disturbance(DisturbanceKind.COMPILATION, 2_000, 4_100));
        assertThat(watch.settledNanos()).isEqualTo(nanos(5_100));
    }

    @Test
    void theEndTellsOfTheLastPartOfASecond() {
        DisturbanceWatch watch = watch(false);
        look(watch, 1_000);
        compileMillis += 90;
        watch.end(nanos(1_200));
        assertTold(watch.timeline(), disturbance(DisturbanceKind.COMPILATION, 1_000, 1_200));
    }

    @Test
    void whereCompileTimeIsNotKnownTheRestIsTold() {
        DisturbanceWatch watch = new DisturbanceWatch(
                new DisturbanceWatch.Begin(ORIGIN, true, redefinitions, switches),
                () -> redefinitions,
                () -> switches,
                new CompileTime("not known", null, ORIGIN, 0));
        assertTold(look(watch, 1_000, 2_000), disturbance(DisturbanceKind.ATTACH, 0, 1_000));
        assertThat(watch.compileTimeSource()).isEqualTo("not known");
    }
}
