package org.latencyprobes.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.cause.CauseTotals;
import org.latencyprobes.agent.cost.CostMeasure;
import org.latencyprobes.agent.figures.Bookmarks;
import org.latencyprobes.agent.figures.Conditions;
import org.latencyprobes.agent.pattern.NameGlob;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.figures.Costs;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.live.LiveFeed;
import org.latencyprobes.cli.live.RowKey;
import org.latencyprobes.cli.live.SnapshotSource;
import org.latencyprobes.cli.logs.LineFilter;
import org.latencyprobes.internal.probe.Hub;
import org.latencyprobes.internal.probe.ProbeRecorder;
import org.latencyprobes.internal.thread.DaemonThread;

/** Tests of live JVMs as runs, with the agent's parts in this JVM. */
class JvmRunsTest {

    private static final String PROBE = "compared";
    private static final LineFilter FILTER =
            new LineFilter(Long.MIN_VALUE, Long.MAX_VALUE, List.of(NameGlob.of(PROBE)), Map.of(), Set.of());

    private final ProbeRecorder probe = ProbeRecorder.named(PROBE, "desk", "fx", "site", "b");
    private final Bookmarks bookmarks = new Bookmarks(CauseTotals::new, NoConditions::new);
    private int jvmsAsked;

    private static final class NoConditions implements Conditions {

        @Override
        public Mark mark() {
            return new Mark(0, null, null);
        }

        @Override
        public Answer add(Answer answer, Mark sinceOrNull) {
            return answer;
        }
    }

    private static Costs costs(CostMeasure.Calls calls) {
        return new Costs(
                "tsc",
                "tsc",
                25,
                20,
                0,
                60,
                calls.timed(),
                calls.spanMillis(),
                1,
                1,
                2,
                1,
                0,
                4,
                calls.counted(),
                Costs.IN_PLACE);
    }

    private ProbeRun marked(String argument) throws UnreachableException {
        jvmsAsked = 0;
        JvmRuns jvms = new JvmRuns(
                Duration.ZERO,
                pid -> request -> {
                    assertThat(jvmsAsked++)
                            .as("calls between two requests would be of no side")
                            .isZero();
                    return reported(request);
                },
                said -> {});
        assertThat(jvms.read(List.of(argument), FILTER)).isNull();
        assertThat(jvms.remarks()).anyMatch(remark -> remark.startsWith("between marks a JVM keeps sums alone"));
        assertThat(jvms.run(argument).probes()).containsOnlyKeys("compared{desk=fx,site=b}");
        return jvms.run(argument).probes().get("compared{desk=fx,site=b}");
    }

    @Test
    void betweenMarksIsWhatWasRecordedThere() throws UnreachableException {
        bookmarks.mark("one");
        probe.recordNanos(1_000);
        probe.recordNanos(1_000, Outcome.ERROR);
        bookmarks.mark("two");
        probe.recordNanos(5_000);
        bookmarks.mark("three");
        probe.recordNanos(5_000);

        ProbeRun before = marked("4711@one..two");
        assertThat(before.calls()).isEqualTo(2);
        assertThat(before.errors()).isEqualTo(1);
        assertThat(before.total().getMaxValue()).isLessThan(1_100);
        assertThat(marked("4711@two").calls()).isEqualTo(2);
        assertThat(marked("4711@one..three").calls()).isEqualTo(3);
    }

    private Answer reported(Request asked) {
        return bookmarks.report((Request.Report) asked, JvmRunsTest::costs, null);
    }

    private Answer refused(String argument) throws UnreachableException {
        return new JvmRuns(Duration.ZERO, pid -> request -> reported(request), said -> {})
                .read(List.of(argument), FILTER);
    }

    @Test
    void marksInTheWrongOrderAndLastAreRefused() throws UnreachableException {
        probe.recordNanos(1_000); // something from before the first mark
        bookmarks.mark("one");
        probe.recordNanos(1_000);
        bookmarks.mark("two");

        assertThat(refused("4711@two..one").sentences()).containsExactly("4711@two..one: two is later than one");
        assertThat(refused("4711@one..start").exitCode()).isEqualTo(ExitCode.USAGE);
        for (String argument : List.of("4711@last", "4711@start..last")) {
            assertThat(refused(argument).sentences().get(0))
                    .startsWith(argument + ": each report moves the bookmark last");
        }
    }

    @Test
    void callsThatWereCountedAloneAreBetweenMarksToo() throws UnreachableException {
        bookmarks.mark("one");
        probe.recordNanos(1_000);
        for (int i = 0; i < 3; i++) {
            probe.countUntimed(Outcome.ERROR);
        }

        assertThat(marked("4711@one").errors()).isEqualTo(3);
    }

    @Test
    void causesOfSlowCallsAreBetweenMarksToo() throws UnreachableException {
        ProbeRecorder gc =
                ProbeRecorder.jitter(Hub.SLOW_CALLS, "probe", PROBE, "cause", "gc", "desk", "fx", "site", "b");
        gc.recordNanos(1_000);
        bookmarks.mark("one");
        probe.recordNanos(1_000);
        gc.recordNanos(2_000);
        gc.recordNanos(2_000);
        bookmarks.mark("two");
        gc.recordNanos(3_000);
        JvmRuns jvms = new JvmRuns(Duration.ZERO, pid -> request -> reported(request), said -> {});

        assertThat(jvms.read(List.of("4711@one..two"), LineFilter.ALL)).isNull();
        CauseTimes causes = jvms.run("4711@one..two").causes().get("compared{desk=fx,site=b}");
        assertThat(causes.causes()).containsExactly("gc");
        assertThat(causes.leastKept()).isEqualTo(2);
        assertThat(causes.leastLookedAt()).as("of two with one time").isEqualTo(1);
        assertThat(causes.nanos()).isBetween(3_900.0, 4_100.0);
    }

    @Test
    void aMarkThatIsNotThereIsTheAgentsToSay() throws UnreachableException {
        JvmRuns jvms = new JvmRuns(Duration.ZERO, pid -> request -> reported(request), said -> {});
        Answer answer = jvms.read(List.of("4711@start..nix"), LineFilter.ALL);

        assertThat(answer.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(answer.sentences()).containsExactly("no bookmark \"nix\"; there are start, last");
    }

    /** An agent whose probe makes ten more calls before each of three snapshots, a second after the last one. Then it is silent. */
    private static LiveFeed.Agent snapshots(CountDownLatch silent, CountDownLatch end) {
        SnapshotSource source = new SnapshotSource();
        source.leaveOut(3, 0);
        RowKey key = new RowKey(PROBE, Map.of("desk", "fx"), "ok", "probe", 0);
        Histogram samples = new Histogram(2);
        return request -> {
            if (samples.getTotalCount() == 30) {
                silent.countDown();
                awaitUninterruptibly(end);
            }
            source.pass(1);
            samples.recordValueWithCount(1_000, 10);
            return source.answer(request, key, "on", 0, 2 * samples.getTotalCount(), samples);
        };
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                continue; // whoever watches has ended
            }
        }
    }

    /** Both have been silent before the watch is interrupted, which would go on for an hour. */
    @Test
    @Tag("full")
    void jvmsAreWatchedAtTheSameTimeAndHaveBlocksOfTime() throws UnreachableException {
        CountDownLatch silent = new CountDownLatch(2);
        CountDownLatch end = new CountDownLatch(1);
        Map<Long, LiveFeed.Agent> agents = new HashMap<>();
        JvmRuns jvms = new JvmRuns(
                Duration.ofHours(1), pid -> agents.computeIfAbsent(pid, any -> snapshots(silent, end)), said -> {});
        Thread watching = Thread.currentThread();
        DaemonThread.of("the end of the watch", () -> {
                    awaitUninterruptibly(silent);
                    watching.interrupt();
                })
                .start();

        try {
            assertThat(jvms.read(List.of("4711", "4712", "some.hlog"), LineFilter.ALL))
                    .isNull();
            assertThat(Thread.interrupted()).isTrue();
            for (String pid : List.of("4711", "4712")) {
                ProbeRun recording = jvms.run(pid).probes().get("compared{desk=fx}");
                assertThat(recording.blocks()).isNotEmpty().allMatch(block -> block.getTotalCount() % 10 == 0);
                assertThat(recording.untimed()).isEqualTo(recording.total().getTotalCount());
                assertThat(jvms.run(pid).coveredMillis()).isGreaterThanOrEqualTo(1_000);
            }
            assertThat(jvms.run("some.hlog")).isNull();
            assertThat(jvms.remarks())
                    .containsExactly(
                            "JVM 4711: 3 series with the least calls are left out",
                            "JVM 4712: 3 series with the least calls are left out");
        } finally {
            end.countDown();
        }
    }

    @Test
    void tellsJvmsFromFiles() {
        assertThat(List.of("4711", "4711@noon", "4711@start..noon")).allMatch(JvmRuns::isJvm);
        assertThat(List.of("0", "run.hlog", "4711.hlog", "@noon")).noneMatch(JvmRuns::isJvm);
    }
}
