package org.latencyprobes.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MutableCallSite;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.internal.counts.OpenCalls;

/** Tests of what a change of modes makes of calls and call sites. */
final class LinkerModesTest extends LinkedCalls {

    private static final Throwable FAILURE = new IllegalStateException();

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
    void switchesOfLinkedProbesAreCounted() throws Throwable {
        linker.mode(null, Mode.OFF);
        assertThat(linker.switches()).as("nothing is linked").isZero();
        exit(enter(), null);
        linker.mode(null, Mode.OFF);
        assertThat(linker.switches()).as("the mode that it had").isZero();
        linker.mode(null, Mode.ON);
        assertThat(linker.switches()).isEqualTo(1);
        linker.mode("no such probe", Mode.OFF);
        assertThat(linker.switches()).isEqualTo(1);
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

    /** Also where the enter has found the thread's stripe. */
    @Test
    void aSampledCallThatIsNotTimedIsCountedByAnExitThatIsOn() throws Throwable {
        linker.mode(null, Mode.sampled(65_536));
        long start = enter();
        while (!OpenCalls.isNotTimed(start)) { // that would be chance
            start = enter();
        }
        assertThat(start).isNotEqualTo(SiteTargets.COUNT_ONLY);
        linker.mode(null, Mode.ON);
        exit(start, null);
        exit(start, FAILURE);
        assertThat(timed()).isZero();
        assertThat(count("ok")).isEqualTo(1);
        assertThat(count("error")).isEqualTo(1);
        linker.mode(null, Mode.OFF);
        exit(start, null);
        assertThat(count("ok")).isEqualTo(1);
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

    /** Setting targets is what deoptimises. */
    @Test
    void aModeForAllSetsNoTargetOfProbesWithoutAModeOfTheirOwn() throws Throwable {
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

    /** The site of constructors is made when one is linked. */
    @Test
    void constructorsFollowTheModeOfAllAndOneOfTheirOwn() throws Throwable {
        MethodHandle exit = link("exit", SiteTargets.CONSTRUCTOR_EXIT, probe).dynamicInvoker();
        long timed = enter();
        exit.invokeExact(timed);
        assertThat(timed()).isEqualTo(1);
        linker.mode(null, Mode.OFF);
        exit.invokeExact(timed);
        assertThat(timed()).as("off ignores it").isEqualTo(1);
        linker.mode(probe, Mode.ON);
        exit.invokeExact(timed);
        assertThat(timed()).isEqualTo(2);
        linker.retire();
        exit.invokeExact(timed);
        assertThat(timed()).as("nor does anything record after that").isEqualTo(2);
    }

    @ParameterizedTest(name = "a constructor, {0}")
    @ValueSource(booleans = {true, false})
    void aConstructorThatIsLinkedLaterHasTheModeOfThatTime(boolean isOfAll) throws Throwable {
        long timed = enter();
        linker.mode(isOfAll ? null : probe, Mode.OFF);
        MethodHandle exit = link("exit", SiteTargets.CONSTRUCTOR_EXIT, probe).dynamicInvoker();
        exit.invokeExact(timed);
        assertThat(timed()).isZero();
        linker.mode(null, Mode.ON);
        exit.invokeExact(timed);
        assertThat(timed()).isEqualTo(1);
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
}
