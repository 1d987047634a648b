package org.latencyprobes.agent.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.clock.NanoTimeClock;

final class LinkerTest extends LinkedCalls {

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
