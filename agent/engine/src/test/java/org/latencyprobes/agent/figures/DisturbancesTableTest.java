package org.latencyprobes.agent.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.slow.CarrierWaits;
import org.latencyprobes.agent.protocol.slow.CauseShare;
import org.latencyprobes.agent.protocol.slow.DisturbanceSum;
import org.latencyprobes.explain.Disturbance;
import org.latencyprobes.explain.DisturbanceKind;

final class DisturbancesTableTest {

    private static final long ORIGIN = Long.MAX_VALUE - 5;

    private static Disturbance disturbance(DisturbanceKind kind, long startSecond, long seconds) {
        return new Disturbance(kind, ORIGIN + TimeUnit.SECONDS.toNanos(startSecond), TimeUnit.SECONDS.toNanos(seconds));
    }

    private static List<DisturbanceSum> sums(Disturbance... disturbances) {
        return DisturbancesTable.add(new Answer(), List.of(disturbances), TimeUnit.SECONDS.toNanos(60))
                .all(DisturbanceSum.TABLE, DisturbanceSum.class);
    }

    @Test
    void timeThatSeveralCoverCountsOnceInAll() {
        List<DisturbanceSum> sums = sums(
                disturbance(DisturbanceKind.COMPILATION, 10, 5),
                disturbance(DisturbanceKind.MODE, 12, 1),
                disturbance(DisturbanceKind.REDEFINITION, 14, 2),
                disturbance(DisturbanceKind.COMPILATION, 1, 3));
        assertThat(sums)
                .containsExactly(
                        new DisturbanceSum("all", 4, 9e6, 60e6),
                        new DisturbanceSum("redefinition", 1, 2e6, 60e6),
                        new DisturbanceSum("mode", 1, 1e6, 60e6),
                        new DisturbanceSum("compilation", 2, 8e6, 60e6));
        assertThat(DisturbancesTable.lines(sums))
                .containsExactly(
                        "the JVM was disturbed for 9.0 of 60.0 s: redefinition 2.0 s, mode 1.0 s, compilation 8.0 s");
    }

    @Test
    void nothingIsSaidOfASteadyTime() {
        assertThat(DisturbancesTable.lines(sums())).isEmpty();
    }

    @Test
    void callsAreToldByKindTheMostFirst() {
        Map<String, Long> byKind = new LinkedHashMap<>();
        byKind.put("redefinition", 30L);
        byKind.put("compilation", 1_190L);
        byKind.put("later", 2L);
        assertThat(DisturbancesTable.calls(1_200, 7_000, byKind))
                .isEqualTo("1,200 of 7,000 calls came while the JVM was compiling (1,190)"
                        + " or classes were redefined (30) or later (2)");
    }

    private static List<String> lines(long explained, long disturbed, Map<String, Long> by) {
        return CausesText.lines(
                List.of(new CauseShare(
                        "slow",
                        Map.of(),
                        "from p99",
                        1,
                        9,
                        explained,
                        1,
                        0,
                        "unknown",
                        0,
                        100,
                        100,
                        100,
                        100,
                        100,
                        100,
                        Double.NaN,
                        disturbed,
                        by)),
                false);
    }

    @Test
    void aProbeSaysItBelowItsCausesWhereItMatters() {
        assertThat(lines(9, 3, Map.of("mode", 3L)))
                .containsExactly(
                        "why slow: unknown 100 %; 9 of 9 calls from p99 on were looked at",
                        "  3 of 9 calls came while modes changed (3)");
        assertThat(lines(9, 0, Map.of())).hasSize(1);
        assertThat(lines(1_000, 4, Map.of("mode", 4L))).hasSize(1);
    }

    @Test
    void waitsForCarriersAreToldWhereThereAreSome() {
        assertThat(CarriersTable.lines(List.of(new CarrierWaits(3_000, 1_020, 120))))
                .containsExactly("virtual threads waited for a carrier in 34 % of 3,000 samples (up to 120 queued)");
        assertThat(CarriersTable.lines(List.of(new CarrierWaits(3_000, 0, 0)))).isEmpty();
        assertThat(CarriersTable.add(new Answer(), null).tables()).isEmpty();
    }
}
