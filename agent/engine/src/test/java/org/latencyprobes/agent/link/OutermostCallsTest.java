package org.latencyprobes.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.base.Mode;

@Tag("each-jdk")
final class OutermostCallsTest extends LinkedCalls {

    private static final IllegalStateException FAILURE = new IllegalStateException();

    private long outermostEnter() throws Throwable {
        return (long) link("outermostEnter", SiteTargets.ENTER, probe)
                .dynamicInvoker()
                .invokeExact();
    }

    private void outermostExit(long start, Throwable thrown) throws Throwable {
        MethodHandle exit =
                link("outermostExit", SiteTargets.METHOD_EXIT, probe).dynamicInvoker();
        exit.invokeExact(start, thrown);
    }

    /** Each inside the one before; the innermost fails. */
    private void calls(int depth) {
        try {
            long start = outermostEnter();
            if (depth > 1) {
                calls(depth - 1);
            }
            outermostExit(start, depth == 1 ? FAILURE : null);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void ofNestedCallsTheOutermostCounts() {
        for (int depth = 1; depth <= 100; depth++) {
            calls(depth);
        }
        assertThat(count("ok")).isEqualTo(99);
        assertThat(count("error")).isEqualTo(1);
    }

    @Test
    void callsOfOtherThreadsAreNotInside() throws Throwable {
        long start = outermostEnter();
        for (int thread = 0; thread < 40; thread++) {
            Thread other = new Thread(() -> calls(3));
            other.start();
            other.join();
        }
        outermostExit(start, null);
        assertThat(count("ok")).isEqualTo(41);
    }

    @Test
    void virtualThreadsHaveOutermostCallsToo() throws Throwable {
        if (Runtime.version().feature() >= 21) {
            Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
            ((Thread) start.invoke(null, (Runnable) () -> calls(5))).join();
            assertThat(count("ok")).isEqualTo(1);
        }
    }

    @Test
    void aCallThatBeganBeforeItsProbeWasOffHidesNoneAfterIt() throws Throwable {
        for (String name : new String[] {null, probe}) {
            long before = count("ok");
            long start = outermostEnter();
            linker.mode(name, Mode.OFF);
            assertThat(outermostEnter()).isEqualTo(SiteTargets.IGNORED);
            outermostExit(start, null);
            linker.mode(name, Mode.ON);
            calls(3);
            assertThat(count("ok")).isEqualTo(before + 1);
        }
    }

    @Test
    void whatIsCountedIsCountedOnce() {
        linker.mode(null, Mode.COUNTED);
        calls(3);
        calls(3);
        assertThat(count("ok")).isEqualTo(2);
        assertThat(timed()).isZero();
    }

    @Test
    void anotherClauseOfTheSameProbeCountsEachCall() throws Throwable {
        long outer = outermostEnter();
        exit(enter(), null);
        exit(enter(), null);
        outermostExit(outer, null);
        assertThat(count("ok")).isEqualTo(3);
    }
}
