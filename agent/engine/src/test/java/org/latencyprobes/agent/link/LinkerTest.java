package org.latencyprobes.agent.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;

final class LinkerTest {

    private final Linker linker = new Linker(Mode.ON);
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

    private void exit(long startNanos, Throwable thrown) throws Throwable {
        link("exit", SiteTargets.METHOD_EXIT, probe).dynamicInvoker().invokeExact(startNanos, thrown);
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
        long startNanos = enter();
        assertThat(startNanos).isEqualTo(SiteTargets.NOT_TIMED);
        exit(startNanos, null);
        assertThat(count("ok")).isZero();
    }

    @Test
    void aCallThatStraddlesASwitchRecordsNothing() throws Throwable {
        linker.mode(null, Mode.OFF);
        long offNanos = enter();
        linker.mode(null, Mode.ON);
        exit(offNanos, null);
        long onNanos = enter();
        linker.mode(null, Mode.OFF);
        exit(onNanos, null);
        assertThat(count("ok")).isZero();
    }

    /** Setting targets is what deoptimises. */
    @Test
    void aModeForAllSetsNoTargetButOneForAllProbesWithoutAModeOfTheirOwn() throws Throwable {
        MutableCallSite enter = (MutableCallSite) link("enter", SiteTargets.ENTER, probe);
        MutableCallSite exit = (MutableCallSite) link("exit", SiteTargets.METHOD_EXIT, probe);
        MethodHandle enters = enter.getTarget();
        MethodHandle exits = exit.getTarget();
        linker.mode(null, Mode.OFF);
        assertThat(enter()).isEqualTo(SiteTargets.NOT_TIMED);
        assertThat(enter.getTarget()).isSameAs(enters);
        assertThat(exit.getTarget()).isSameAs(exits);
        linker.mode(null, Mode.ON);
        assertThat(enter()).isNotEqualTo(SiteTargets.NOT_TIMED);
        assertThat(enter.getTarget()).isSameAs(enters);
    }

    @Test
    void aModeForAllHoldsForProbesThatHadOneOfTheirOwn() throws Throwable {
        enter();
        linker.mode(probe, Mode.OFF);
        linker.mode(null, Mode.ON);
        assertThat(enter()).isNotEqualTo(SiteTargets.NOT_TIMED);
        linker.mode(null, Mode.OFF);
        assertThat(enter()).isEqualTo(SiteTargets.NOT_TIMED);
        assertThat(linker.linked()).noneMatch(probe -> probe.mode() == Mode.ON);
    }

    @Test
    void aModeForAllHoldsForProbesThatComeLater() throws Throwable {
        assertThat(linker.mode(null, Mode.OFF)).isZero();
        assertThat(enter()).isEqualTo(SiteTargets.NOT_TIMED);
    }

    @Test
    void aModeForOneNameLeavesTheOthers() throws Throwable {
        enter();
        assertThat(linker.mode("another", Mode.OFF)).isZero();
        assertThat(enter()).isNotEqualTo(SiteTargets.NOT_TIMED);
        assertThat(linker.mode(probe, Mode.OFF)).isEqualTo(1);
        assertThat(enter()).isEqualTo(SiteTargets.NOT_TIMED);
    }

    @Test
    void aModeForANameHoldsForProbesOfThatNameToCome() throws Throwable {
        assertThat(linker.mode(probe, Mode.OFF)).isZero();
        assertThat(enter()).isEqualTo(SiteTargets.NOT_TIMED);
    }

    @Test
    void aCallThatBeganBeforeTheAgentCameRecordsNothing() throws Throwable {
        exit(SiteTargets.SINCE_NANOS - 1, null);
        exit(SiteTargets.SINCE_NANOS, null);
        assertThat(count("ok")).isEqualTo(1);
    }

    @Test
    void onceRetiredItsSitesDoNothingAndNoMoreAreLinked() throws Throwable {
        CallSite enter = link("enter", SiteTargets.ENTER, probe);
        CallSite exit = link("exit", SiteTargets.METHOD_EXIT, probe);
        linker.retire();
        assertThat((long) enter.dynamicInvoker().invokeExact()).isEqualTo(SiteTargets.NOT_TIMED);
        exit.dynamicInvoker().invokeExact(System.nanoTime(), (Throwable) null);
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
        long startNanos = enter();
        linker.retire();
        exit(startNanos, null);
        assertThat(linker.mode(null, Mode.ON)).isZero();
        assertThat(enter()).isEqualTo(SiteTargets.NOT_TIMED);
        assertThat(count("ok")).isZero();
        assertThatIllegalStateException().isThrownBy(() -> link("enter", SiteTargets.ENTER, "another"));
    }

    /** The weaver's warm-up, that is. */
    @Test
    void callsOfTheAgentsOwnClassesAreNotShown() throws Throwable {
        Object[] request = {MethodHandles.lookup(), "exit", SiteTargets.METHOD_EXIT, new Object[] {probe}};
        linker.apply(request).dynamicInvoker().invokeExact(System.nanoTime(), (Throwable) null);
        assertThat(count("ok")).isZero();
        assertThat(linker.mode(probe, Mode.OFF)).isZero();
    }
}
