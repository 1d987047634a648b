package org.latencyprobes.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.disturbance.Disturbance;
import org.latencyprobes.agent.disturbance.DisturbanceKind;

final class DisturbancesTableTest {

    private static final long ORIGIN = Long.MAX_VALUE - 5;

    private static Disturbance disturbance(DisturbanceKind kind, long startSecond, long seconds) {
        return new Disturbance(kind, ORIGIN + TimeUnit.SECONDS.toNanos(startSecond), TimeUnit.SECONDS.toNanos(seconds));
    }

    private static List<List<String>> rows(Disturbance... disturbances) {
        return DisturbancesTable.add(new Answer(), List.of(disturbances), TimeUnit.SECONDS.toNanos(60))
                .tables()
                .get(0)
                .rows();
    }

    @Test
    void timeThatSeveralCoverCountsOnceInAll() {
        List<List<String>> rows = rows(
                disturbance(DisturbanceKind.COMPILATION, 10, 5),
                disturbance(DisturbanceKind.MODE, 12, 1),
                disturbance(DisturbanceKind.REDEFINITION, 14, 2),
                disturbance(DisturbanceKind.COMPILATION, 1, 3));
        assertThat(rows)
                .containsExactly(
                        List.of("all", "4", "9000000", "60000000"),
                        List.of("redefinition", "1", "2000000", "60000000"),
                        List.of("mode", "1", "1000000", "60000000"),
                        List.of("compilation", "2", "8000000", "60000000"));
        assertThat(DisturbancesTable.lines(rows))
                .containsExactly("not steady for 9.0 of 60.0 s: redefinition 2.0 s, mode 1.0 s, compilation 8.0 s");
    }

    @Test
    void nothingIsSaidOfASteadyTime() {
        assertThat(DisturbancesTable.lines(rows())).isEmpty();
    }

    @Test
    void callsAreToldByKindTheMostFirst() {
        assertThat(DisturbancesTable.calls("1200", "7000", "redefinition=30;compilation=1190;later=2"))
                .isEqualTo("1,200 of 7,000 calls came while the JVM was compiling (1,190)"
                        + " or classes were redefined (30) or later (2)");
    }

    private static List<String> row(String explained, String disturbed, String by) {
        return List.of("slow", "", "from p99", "1", "9", explained, "1", "not-known", "0", "100", "", disturbed, by);
    }

    @Test
    void aProbeSaysItBelowItsCausesWhereItMatters() {
        assertThat(CausesText.lines(List.of(row("9", "3", "mode=3")), false))
                .containsExactly(
                        "why slow: not known 100 %; 9 of 9 calls from p99 on were kept",
                        "  3 of 9 calls came while modes changed (3)");
        assertThat(CausesText.lines(List.of(row("9", "0", "")), false)).hasSize(1);
        assertThat(CausesText.lines(List.of(row("1000", "4", "mode=4")), false)).hasSize(1);
        assertThat(CausesText.lines(List.of(row("9", "3", "mode=3").subList(0, 11)), false))
                .as("by an agent of an earlier version")
                .hasSize(1);
    }

    @Test
    void waitsForCarriersAreToldWhereThereAreSome() {
        assertThat(CarriersTable.lines(List.of(List.of("3000", "1020", "120"))))
                .containsExactly("virtual threads waited for a carrier in 34 % of 3,000 samples (up to 120 queued)");
        assertThat(CarriersTable.lines(List.of(List.of("3000", "0", "0")))).isEmpty();
        assertThat(CarriersTable.add(new Answer(), null).tables()).isEmpty();
    }
}
