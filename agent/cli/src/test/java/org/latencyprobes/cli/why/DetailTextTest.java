package org.latencyprobes.cli.why;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.latencyprobes.explain.Detail;
import org.latencyprobes.explain.Holder;

final class DetailTextTest {

    private static final long LOOK = 20;

    private static final Detail LOG = new Detail("monitor of Log", Holder.NONE, "Log.write");

    private static Detail held(String name, String place) {
        return new Detail(LOG.what(), new Holder(name, name.hashCode(), place), LOG.site());
    }

    private static Map<Detail, Long> of(Map<String, Long> words) {
        return words.entrySet().stream()
                .collect(Collectors.toMap(entry -> Detail.of(entry.getKey()), Map.Entry::getValue));
    }

    @Test
    void theThreeLargestAreToldWithTheirShares() {
        assertThat(DetailText.lines(of(Map.of("Ledger", 520L, "Cache", 440L, "Other", 30L, "Least", 10L)), 1_000, LOOK))
                .containsExactly("Ledger (52 % of it)", "Cache (44 % of it)", "Other (3 % of it)");
        assertThat(DetailText.lines(of(Map.of("Ledger", 520L, "Other", 9L)), 1_000, LOOK))
                .as("without what comes to nothing")
                .containsExactly("Ledger (52 % of it)");
    }

    /** The name of a thread is any text. */
    @Test
    void threeOfSeveralHoldersAreNamedWithTheirShares() {
        assertThat(DetailText.lines(
                        Map.of(held("a\", in \"", ""), 90L, held("b", ""), 80L, LOG, 820L, Detail.of("Cache"), 10L),
                        1_000,
                        LOOK))
                .containsExactly(
                        "monitor of Log, in Log.write, held by \"a\", in \"\" (9 %), \"b\" (8 %), unknown (82 %)",
                        "Cache (1 % of it)");
        assertThat(DetailText.lines(
                        Map.of(
                                held("a", ""),
                                400L,
                                held("b", ""),
                                300L,
                                held("c", ""),
                                200L,
                                held("d", ""),
                                60L,
                                held("e", ""),
                                40L),
                        1_000,
                        LOOK))
                .containsExactly(
                        "monitor of Log, in Log.write, held by \"a\" (40 %), \"b\" (30 %), \"c\" (20 %), 2 others (10 %)");
    }

    @Test
    void whoHeldItForNothingOfTheTimeIsNotNamed() {
        assertThat(DetailText.lines(Map.of(held("a", ""), 996L, held("b", ""), 4L), 1_000, LOOK))
                .containsExactly("monitor of Log, held by \"a\", in Log.write");
        assertThat(DetailText.lines(
                        IntStream.range(0, 200)
                                .boxed()
                                .collect(Collectors.toMap(name -> held("pool-" + name, ""), name -> 5L)),
                        1_000,
                        LOOK))
                .containsExactly("monitor of Log, in Log.write, held by 200 threads (100 %)");
    }

    @Test
    void aHolderIsToldWithThePlaceThatItWasInMostly() {
        assertThat(DetailText.lines(Map.of(held("a", "Report.export"), 600L, held("a", ""), 400L), 1_000, LOOK))
                .containsExactly("monitor of Log, held by \"a\" (in Report.export), in Log.write");
        assertThat(DetailText.lines(
                        Map.of(held("a", "Report.export"), 500L, held("a", "Report.print"), 400L, LOG, 100L),
                        1_000,
                        LOOK))
                .containsExactly(
                        "monitor of Log, in Log.write, held by \"a\" (90 %, in Report.export), unknown (10 %)");
        assertThat(DetailText.lines(
                        Map.of(held("a", "Report.export"), 500L, held("a", "Report.print"), 500L), 1_000, LOOK))
                .as("nowhere mostly")
                .containsExactly("monitor of Log, held by \"a\", in Log.write");
    }

    private static Detail used(String name, String place) {
        return new Detail(Detail.AWAITED + "HikariCP", new Holder(name, name.isEmpty() ? -1 : 9, place), "Order.place");
    }

    /** Nobody knows whose connection that was. */
    @Test
    void whoUsedConnectionsIsNotSaidToHaveHeldTheOneThatWasWaitedFor() {
        String pool = "waiting for a connection of HikariCP, ";
        assertThat(DetailText.lines(Map.of(used("", ""), 1_000L), 1_000, LOOK))
                .containsExactly(pool + "in Order.place");
        assertThat(DetailText.lines(Map.of(used("a", "Report.export → commit"), 1_000L), 1_000, LOOK))
                .containsExactly(
                        pool
                                + "connections of any pool of HikariCP used by \"a\" (in Report.export → commit), in Order.place");
        assertThat(DetailText.lines(
                        Map.of(used("a", "Report.export → commit"), 600L, used("b", "Me.me"), 300L, used("", ""), 100L),
                        1_000,
                        LOOK))
                .containsExactly(pool
                        + "in Order.place, connections of any pool of HikariCP used by \"a\" (60 %, in Report.export → commit),"
                        + " \"b\" (30 %, in Me.me), unknown (10 %)");
    }

    @Test
    void othersAreToldWithThePlaceThatTheyWereInMostly() {
        assertThat(DetailText.lines(
                        Map.of(used("a", "Me.me"), 300L, used("", "Report.export"), 500L, used("", "Me.me"), 200L),
                        1_000,
                        LOOK))
                .singleElement()
                .asString()
                .endsWith("used by \"a\" (30 %, in Me.me), others (70 %, in Report.export)");
        assertThat(DetailText.lines(Map.of(used("", "Report.export"), 1_000L), 1_000, LOOK))
                .singleElement()
                .asString()
                .endsWith("used by many threads (100 %, in Report.export)");
    }

    @Test
    void oneThatIsAllOfItNeedsNoShare() {
        assertThat(DetailText.lines(of(Map.of("Ledger", 960L)), 1_000, LOOK)).containsExactly("Ledger");
        assertThat(DetailText.lines(of(Map.of("Ledger", 500L)), 1_000, LOOK)).containsExactly("Ledger (50 % of it)");
    }

    @Test
    void whatMayHaveBeenAWaitForACpuIsAlwaysTold() {
        assertThat(DetailText.lines(
                        Map.of(Detail.of("Ledger"), 172_000_000L, Detail.LACKING_CPU, 162_000_000L), 172_000_000, LOOK))
                .containsExactly("Ledger", "up to 162 ms of it without a CPU");
    }

    @Test
    void whatWasSeenIsToldInProportionToTheLooks() {
        assertThat(DetailText.lines(of(Map.of("seen running in Queue.poll", 3 * LOOK)), 498 * LOOK, LOOK))
                .containsExactly("seen running in Queue.poll, in 3 of 498 looks");
    }

    private static CallSplit locked(long nanos, Map<String, Long> details) {
        return new CallSplit(
                SlowCallRows.of("place", 0, 2 * nanos, 7, "exec-7", Map.of()),
                Map.of("lock", nanos),
                Map.of("lock", of(details)),
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
