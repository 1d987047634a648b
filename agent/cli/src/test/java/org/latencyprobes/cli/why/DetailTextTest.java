package org.latencyprobes.cli.why;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class DetailTextTest {

    private static final long LOOK = 20;

    @Test
    void theThreeLargestAreToldWithTheirShares() {
        assertThat(DetailText.lines(Map.of("Ledger", 520L, "Cache", 440L, "Other", 30L, "Least", 10L), 1_000, LOOK))
                .containsExactly("Ledger (52 % of it)", "Cache (44 % of it)", "Other (3 % of it)");
        assertThat(DetailText.lines(Map.of("Ledger", 520L, "Other", 9L), 1_000, LOOK))
                .as("without what comes to nothing")
                .containsExactly("Ledger (52 % of it)");
    }

    /** The name of a thread is any text. */
    @Test
    void aMonitorThatSeveralThreadsHeldIsToldOnce() {
        String one = "monitor of Log, held by \"a\", in \"\", in Log.write";
        String other = "monitor of Log, held by \"b\", in Log.write";
        assertThat(DetailText.lines(
                        Map.of(one, 90L, other, 80L, "monitor of Log, in Log.write", 820L, "Cache", 10L), 1_000, LOOK))
                .containsExactly(
                        "monitor of Log, in Log.write (99 % of it), held by 2 threads (17 %), \"a\", in \"\" most (9 %)",
                        "Cache (1 % of it)");
        assertThat(DetailText.lines(Map.of(one, 500L, "monitor of Log, held by \"b\"", 500L), 1_000, LOOK))
                .as("in two places")
                .containsExactlyInAnyOrder(one + " (50 % of it)", "monitor of Log, held by \"b\" (50 % of it)");
    }

    @Test
    void oneThatIsAllOfItNeedsNoShare() {
        assertThat(DetailText.lines(Map.of("Ledger", 960L), 1_000, LOOK)).containsExactly("Ledger");
        assertThat(DetailText.lines(Map.of("Ledger", 500L), 1_000, LOOK)).containsExactly("Ledger (50 % of it)");
    }

    @Test
    void whatMayHaveBeenAWaitForACpuIsAlwaysTold() {
        assertThat(DetailText.lines(
                        Map.of("Ledger", 172_000_000L, DetailText.LACKING_CPU, 162_000_000L), 172_000_000, LOOK))
                .containsExactly("Ledger", "up to 162 ms of it without a CPU");
    }

    @Test
    void whatWasSeenIsToldInProportionToTheLooks() {
        assertThat(DetailText.lines(Map.of("seen running in Queue.poll", 3 * LOOK), 498 * LOOK, LOOK))
                .containsExactly("seen running in Queue.poll, in 3 of 498 looks");
    }

    private static CallSplit locked(long nanos, Map<String, Long> details) {
        return new CallSplit(
                SlowCallRows.of("place", 0, 2 * nanos, 7, "exec-7", Map.of()),
                Map.of("lock", nanos),
                Map.of("lock", details),
                LOOK);
    }

    /** Of the short calls one of a hundred was kept. */
    @Test
    void sharesAreThoseOfTheCallsThatTheSampleStandsFor() {
        List<CallSplit> splits = List.of(locked(1_000, Map.of("Cache", 1_000L)), locked(30, Map.of("Ledger", 30L)));
        assertThat(DetailText.lines("lock", splits, call -> call.nanos() < 1_000 ? 100 : 1))
                .containsExactly("Ledger (75 % of it)", "Cache (25 % of it)");
        assertThat(DetailText.lines("lock", splits, call -> call.nanos() < 1_000 ? 1 : 0))
                .containsExactly("Ledger");
    }

    /** A wait's end may have been another cause's time. */
    @Test
    void whatIsToldOfACauseIsNoMoreThanItsTime() {
        List<CallSplit> splits = List.of(locked(20, Map.of("Ledger", 60L, "Cache", 40L)));
        assertThat(DetailText.lines("lock", splits, call -> 1))
                .containsExactly("Ledger (60 % of it)", "Cache (40 % of it)");
    }
}
