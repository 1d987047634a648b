package org.latencyprobes.agent.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.clock.NanoTimeClock;
import org.latencyprobes.agent.clock.TestClock;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;

final class LinkerTest {

    private static final Throwable FAILURE = new IllegalStateException();

    private final AtomicReference<Clock> clock = new AtomicReference<>(new TestClock());
    private final Linker linker = new Linker(Mode.ON, false, clock::get);
    private String probe;

    @BeforeEach
    void nameTheProbeAfterTheTest(TestInfo test) {
        probe = test.getDisplayName();
    }

    private CallSite link(String name, MethodType type, Object... constants) {
        return linker.apply(new Object[] {MethodHandles.publicLookup(), name, type, constants});
    }

    private long enter() throws Throwable {
        return (long) link("enter", SiteTargets.ENTER, probe).dynamicInvoker().invokeExact();
    }

    private void exit(long startTicks, Throwable thrown) throws Throwable {
        link("exit", SiteTargets.METHOD_EXIT, probe).dynamicInvoker().invokeExact(startTicks, thrown);
    }

    private long count(String outcome) {
        return new IntervalReader()
                .total().stream()
                        .filter(interval -> interval.name().equals(probe)
                                && interval.outcome().equals(outcome))
                        .mapToLong(Interval::count)
                        .sum();
    }

    @Test
    void anExitRecordsUnderItsOutcome() throws Throwable {
        exit(enter(), null);
        exit(enter(), null);
        exit(enter(), new IllegalStateException());
        assertThat(count("ok")).isEqualTo(2);
        assertThat(count("error")).isEqualTo(1);
    }

    @Test
    void aConstructorsExitRecords() throws Throwable {
        link("exit", SiteTargets.CONSTRUCTOR_EXIT, probe).dynamicInvoker().invokeExact(enter());
        assertThat(count("ok")).isEqualTo(1);
    }

    @Test
    void allInstructionsOfAProbeShareItsSites() {
        assertThat(link("enter", SiteTargets.ENTER, probe, "key", "value"))
                .isSameAs(link("enter", SiteTargets.ENTER, probe, "key", "value"))
                .isNotSameAs(link("enter", SiteTargets.ENTER, probe, "key", "other"))
                .isNotSameAs(link("enter", SiteTargets.ENTER, probe));
    }

    @Test
    void anEnterThatIsOffReturnsTheSentinelAndItsExitRecordsNothing() throws Throwable {
        linker.mode(null, Mode.OFF);
        long startTicks = enter();
        assertThat(startTicks).isEqualTo(SiteTargets.IGNORED);
        exit(startTicks, null);
        assertThat(count("ok")).isZero();
    }

    @Test
    void aCallThatStraddlesASwitchRecordsNothing() throws Throwable {
        linker.mode(null, Mode.OFF);
        long offTicks = enter();
        linker.mode(null, Mode.ON);
        exit(offTicks, null);
        long onTicks = enter();
        linker.mode(null, Mode.OFF);
        exit(onTicks, null);
        assertThat(count("ok")).isZero();
    }

    @Test
    void whatIsCountedHasNoDuration() throws Throwable {
        linker.mode(null, Mode.COUNTED);
        assertThat(enter()).isEqualTo(SiteTargets.COUNT_ONLY);
        exit(enter(), null);
        exit(enter(), new IllegalStateException());
        link("exit", SiteTargets.CONSTRUCTOR_EXIT, probe).dynamicInvoker().invokeExact(enter());
        assertThat(count("ok")).isEqualTo(2);
        assertThat(count("error")).isEqualTo(1);
        assertThat(timed()).isZero();
    }

    /** A mode of all, and one of its own. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsSampledCountsAllCallsAndTimesSome(boolean isOfAll) throws Throwable {
        enter();
        linker.mode(isOfAll ? null : probe, Mode.sampled(16));
        MethodHandle enter = link("enter", SiteTargets.ENTER, probe).dynamicInvoker();
        MethodHandle exit = link("exit", SiteTargets.METHOD_EXIT, probe).dynamicInvoker();
        for (int call = 0; call < 16_000; call++) {
            Throwable thrown = call % 10 == 0 ? FAILURE : null;
            exit.invokeExact((long) enter.invokeExact(), thrown);
        }
        assertThat(count("ok")).isEqualTo(14_400);
        assertThat(count("error")).isEqualTo(1_600);
        assertThat(timed()).isBetween(800L, 1_200L);
    }

    /** As its enter said, whatever its exit is now. */
    @Test
    void aCallThatStraddlesASwitchBetweenTimedAndCountedIsWhatItBeganAs() throws Throwable {
        long onNanos = enter();
        linker.mode(null, Mode.COUNTED);
        exit(onNanos, null);
        assertThat(timed()).isEqualTo(1);
        long counted = enter();
        linker.mode(null, Mode.ON);
        exit(counted, null);
        assertThat(timed()).isEqualTo(1);
        assertThat(count("ok")).isEqualTo(2);
        linker.mode(null, Mode.OFF);
        exit(counted, null);
        assertThat(count("ok")).isEqualTo(2);
    }

    @Test
    void aModeForAllMayFollowOnAnyOther() throws Throwable {
        enter();
        for (Mode mode : List.of(Mode.COUNTED, Mode.OFF, Mode.sampled(2), Mode.ON, Mode.OFF, Mode.ON, Mode.COUNTED)) {
            linker.mode(null, mode);
            long start = enter();
            assertThat(start == SiteTargets.IGNORED).isEqualTo(mode.isOff());
            assertThat(start >= clock.get().since() || mode.oneIn() != 1).isTrue();
        }
        assertThat(enter()).isEqualTo(SiteTargets.COUNT_ONLY);
    }

    @Test
    void whatIsCountedForAForecastIsNoProbe() throws Throwable {
        CountingSites sites = new CountingSites(Set.of(probe), name -> false);
        linker.countOnly(sites);
        MethodHandle enter = link("enter", SiteTargets.ENTER, probe).dynamicInvoker();
        long start = (long) enter.invokeExact();
        exit(start, null);
        assertThat(start).isEqualTo(SiteTargets.IGNORED);
        assertThat(sites.calls()).containsExactly(Map.entry(probe, 1L));
        linker.countOnly(null);
        sites.end();
        assertThat((long) enter.invokeExact()).isEqualTo(SiteTargets.IGNORED);
        assertThat(count("ok")).isZero();
        assertThat(linker.linked()).noneMatch(each -> each.name().equals(probe));
        exit(enter(), null);
        assertThat(timed()).isEqualTo(1);
    }

    /** Its class has loaded since, or it was one too many to be named. */
    @Test
    void whatIsNotCountedForAForecastIsNoProbeEither() throws Throwable {
        CountingSites sites = new CountingSites(Set.of(), probe::equals);
        linker.countOnly(sites);
        assertThat(enter()).isEqualTo(SiteTargets.IGNORED);
        exit(enter(), null);
        assertThat(linker.linked()).noneMatch(each -> each.name().equals(probe));
        link("enter", SiteTargets.ENTER, probe + " of another pattern");
        assertThat(linker.linked()).anyMatch(each -> each.name().equals(probe + " of another pattern"));
        linker.countOnly(null);
        sites.end();
        exit(enter(), null);
        assertThat(timed()).isEqualTo(1);
    }

    private long timed() {
        return new IntervalReader()
                .total().stream()
                        .filter(interval -> interval.name().equals(probe))
                        .mapToLong(Interval::timed)
                        .sum();
    }

    /** Setting targets is what deoptimises. */
    @Test
    void aModeForAllSetsNoTargetButOneForAllProbesWithoutAModeOfTheirOwn() throws Throwable {
        MutableCallSite enter = (MutableCallSite) link("enter", SiteTargets.ENTER, probe);
        MutableCallSite exit = (MutableCallSite) link("exit", SiteTargets.METHOD_EXIT, probe);
        MethodHandle enters = enter.getTarget();
        MethodHandle exits = exit.getTarget();
        linker.mode(null, Mode.OFF);
        assertThat(enter()).isEqualTo(SiteTargets.IGNORED);
        assertThat(enter.getTarget()).isSameAs(enters);
        assertThat(exit.getTarget()).isSameAs(exits);
        linker.mode(null, Mode.ON);
        assertThat(enter()).isNotEqualTo(SiteTargets.IGNORED);
        assertThat(enter.getTarget()).isSameAs(enters);
    }

    @Test
    void aModeForAllHoldsForProbesThatHadOneOfTheirOwn() throws Throwable {
        enter();
        linker.mode(probe, Mode.OFF);
        linker.mode(null, Mode.ON);
        assertThat(enter()).isNotEqualTo(SiteTargets.IGNORED);
        linker.mode(null, Mode.OFF);
        assertThat(enter()).isEqualTo(SiteTargets.IGNORED);
        assertThat(linker.linked()).noneMatch(probe -> probe.mode() == Mode.ON);
    }

    @Test
    void aModeForAllHoldsForProbesThatComeLater() throws Throwable {
        assertThat(linker.mode(null, Mode.OFF)).isZero();
        assertThat(enter()).isEqualTo(SiteTargets.IGNORED);
    }

    @Test
    void aModeForOneNameLeavesTheOthers() throws Throwable {
        enter();
        assertThat(linker.mode("another", Mode.OFF)).isZero();
        assertThat(enter()).isNotEqualTo(SiteTargets.IGNORED);
        assertThat(linker.mode(probe, Mode.OFF)).isEqualTo(1);
        assertThat(enter()).isEqualTo(SiteTargets.IGNORED);
    }

    @Test
    void aModeForANameHoldsForProbesOfThatNameToCome() throws Throwable {
        assertThat(linker.mode(probe, Mode.OFF)).isZero();
        assertThat(enter()).isEqualTo(SiteTargets.IGNORED);
    }

    @Test
    void aCallThatBeganBeforeTheAgentCameRecordsNothing() throws Throwable {
        long since = clock.get().since();
        exit(since - 1, null);
        exit(since, null);
        assertThat(count("ok")).isEqualTo(1);
    }

    private void leaveTheCounter() {
        clock.set(new NanoTimeClock());
        linker.followClock();
    }

    @Test
    void aCallThatStraddlesAChangeOfTheClockRecordsNothing() throws Throwable {
        long startTicks = enter();
        CallSite exit = link("exit", SiteTargets.METHOD_EXIT, probe);
        MethodHandle exitBefore = ((MutableCallSite) exit).getTarget();
        leaveTheCounter();
        exit(startTicks, null);
        exitBefore.invokeExact(enter(), (Throwable) null); // by a thread that has not seen the change
        assertThat(count("ok")).isZero();
        exitBefore.invokeExact(startTicks, (Throwable) null);
        exit(enter(), null);
        assertThat(count("ok")).isEqualTo(2);
    }

    @Test
    void aChangeOfTheClockLeavesModesAsTheyAre() throws Throwable {
        enter();
        linker.mode(probe, Mode.OFF);
        leaveTheCounter();
        assertThat(enter()).isEqualTo(SiteTargets.IGNORED);
        linker.mode(probe, Mode.ON);
        assertThat(enter()).isGreaterThanOrEqualTo(clock.get().since());
        linker.mode(null, Mode.OFF);
        assertThat(enter()).isEqualTo(SiteTargets.IGNORED);
    }

    @Test
    void aChangeOfTheClockBringsNothingBackOnceTheAgentHasLeft() throws Throwable {
        enter();
        linker.retire();
        leaveTheCounter();
        assertThat(enter()).isEqualTo(SiteTargets.IGNORED);
    }

    @Test
    void onceRetiredItsSitesDoNothingAndNoMoreAreLinked() throws Throwable {
        CallSite enter = link("enter", SiteTargets.ENTER, probe);
        CallSite exit = link("exit", SiteTargets.METHOD_EXIT, probe);
        linker.retire();
        assertThat((long) enter.dynamicInvoker().invokeExact()).isEqualTo(SiteTargets.IGNORED);
        exit.dynamicInvoker().invokeExact(clock.get().now(), (Throwable) null);
        assertThat(count("ok")).isZero();
        assertThatIllegalStateException().isThrownBy(() -> link("enter", SiteTargets.ENTER, probe + " to come"));
        assertThat(linker.refusals()).isZero();
    }

    @Test
    void anUnknownCallSiteIsRefusedAndCounted() {
        MethodType unknown = MethodType.methodType(int.class);
        assertThatIllegalArgumentException().isThrownBy(() -> link("sideways", unknown, probe));
        assertThatIllegalArgumentException().isThrownBy(() -> link("sideways", unknown, probe));
        assertThat(linker.refusals()).isEqualTo(1);
    }

    @Test
    void nothingRunsOrLinksOnceTheAgentHasLeft() throws Throwable {
        long startTicks = enter();
        linker.retire();
        exit(startTicks, null);
        assertThat(linker.mode(null, Mode.ON)).isZero();
        assertThat(enter()).isEqualTo(SiteTargets.IGNORED);
        assertThat(count("ok")).isZero();
        assertThatIllegalStateException().isThrownBy(() -> link("enter", SiteTargets.ENTER, "another"));
    }

    /** The weaver's warm-up, that is. */
    @Test
    void callsOfTheAgentsOwnClassesAreNotShown() throws Throwable {
        Object[] request = {MethodHandles.lookup(), "exit", SiteTargets.METHOD_EXIT, new Object[] {probe}};
        linker.apply(request).dynamicInvoker().invokeExact(clock.get().now(), (Throwable) null);
        assertThat(count("ok")).isZero();
        assertThat(linker.mode(probe, Mode.OFF)).isZero();
    }
}
