package org.latencyprobes.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.latencyprobes.cli.CommandRun;

/** Tests of what the command compare says of the causes of slow calls. */
final class CompareCausesTest extends Comparisons {

    private static final int SECONDS = 30;
    private static final long MILLI = 1_000_000;

    /** 30,000 calls without causes. */
    private Path alone;

    @BeforeEach
    void writeAlone() throws IOException {
        alone = write("alone/run.hlog", "find;desk=fx;ok", SECONDS, 100_000, 1).getParent();
    }

    /** A run of 30,000 calls, to which causes are added. */
    private Path run(String name) throws IOException {
        return write(name + "/run.hlog", "find;desk=fx;ok", SECONDS, 100_000, 1).getParent();
    }

    /** Adds calls with some time of a cause in each second. */
    private Path slow(Path run, String probe, String cause, int calls, long nanos) throws IOException {
        return slow(run, probe, cause, calls, nanos, SECONDS);
    }

    private Path slow(Path run, String probe, String cause, int calls, long nanos, int seconds) throws IOException {
        Histogram line = new Histogram(3);
        line.recordValueWithCount(nanos, calls);
        int number = run.toFile().list().length;
        write(
                run.getFileName() + "/run." + number + ".hlog",
                "jitter.slow;probe=" + probe + ";cause=" + cause + ";desk=fx;ok",
                seconds,
                second -> line);
        return run;
    }

    private static CommandRun compareMedians(Object before, Object after, Object... more) {
        Object[] all = new Object[more.length + 4];
        System.arraycopy(new Object[] {before, after, "--percentiles", "50"}, 0, all, 0, 4);
        System.arraycopy(more, 0, all, 4, more.length);
        return compare(all);
    }

    @Test
    void theLargestChangeIsFirstAndSmallCausesAreLeftOut() throws IOException {
        Path before = slow(slow(run("a"), "find", "unknown", 3, MILLI), "find", "cpu-wait", 1, 2 * MILLI);
        Path after = slow(slow(run("b"), "find", "unknown", 3, 2 * MILLI), "find", "gc", 2, 4 * MILLI);
        slow(after, "find", "safepoint", 1, MILLI / 10); // 0.7 % of the time
        CommandRun run = compareMedians(before, after);

        assertThat(run.out())
                .containsPattern("probe +cause +slow time before, per 1,000 calls +after +slow calls, at least\n"
                        + "find\\{desk=fx} +gc +0 +8\\.0\\d ms *\n"
                        + "find\\{desk=fx} +unknown +3\\.0\\d ms +6\\.0\\d ms *\n"
                        + "find\\{desk=fx} +cpu-wait +2\\.0\\d ms +0 *\n"
                        + "find\\{desk=fx} +all +5\\.0\\d ms +14\\.\\d ms +90 → 90\n")
                .doesNotContain("safepoint");
        assertThat(compareMedians(before, after, "--probe", "find").out()).isEqualTo(run.out());
        assertThat(compareMedians(before, after, "--tag", "desk=fx").out()).isEqualTo(run.out());
        JsonNode rows = json(before, after, "--percentiles", "50").get("slowTime");
        assertThat(rows.findValuesAsText("cause")).containsExactly("gc", "unknown", "cpu-wait", "safepoint");
        JsonNode gc = rows.get(0);
        assertThat(gc.get("probe").asText()).isEqualTo("find{desk=fx}");
        assertThat(gc.get("beforeusPerThousand").asDouble()).isZero();
        assertThat(gc.get("afterusPerThousand").asDouble()).isBetween(7_990.0, 8_010.0);
        assertThat(gc.get("callsAfter").asInt()).isEqualTo(60);
    }

    @Test
    void aCauseIsShownThatIsSmallOnlyBesideTheOtherSide() throws IOException {
        Path before = slow(slow(run("a"), "find", "gc", 1, MILLI), "find", "unknown", 1, 9 * MILLI);
        Path after = slow(run("b"), "find", "unknown", 20, 100 * MILLI);

        assertThat(compareMedians(before, after).out()).containsPattern("gc +1\\.0\\d ms +0 *\n");
    }

    @Test
    void itIsSaidThatOneSideKeptFarMoreCalls() throws IOException {
        Path few = slow(run("a"), "find", "unknown", 2, MILLI);
        Path more = slow(run("b"), "find", "unknown", 5, MILLI);

        String said = "with slow=auto each JVM has its own limit";
        assertThat(compareMedians(few, more).out()).contains(said);
        assertThat(compareMedians(more, more).out()).doesNotContain(said);
        assertThat(compareMedians(alone, more).out()).doesNotContain(said);
    }

    /** Each of which stands for a hundred. */
    @Test
    void timesOfAFewCallsAreNotCompared() throws IOException {
        Path before = slow(run("a"), "find", "gc", 100, MILLI, 5);
        Path after = slow(run("b"), "find", "gc", 100, MILLI, 3);
        CommandRun run = compareMedians(before, after);

        assertThat(run.out())
                .contains(
                        "so few slow calls were looked at, or with so few different times, that these are not compared by"
                                + " cause: find{desk=fx} 5 → 3")
                .doesNotContain("gc");
        assertThat(json(before, after, "--percentiles", "50").get("slowTime")).hasSize(1);
    }

    @Test
    void aSideWithoutCausesIsSaid() throws IOException {
        Path after = slow(run("b"), "find", "gc", 2, 4 * MILLI);

        assertThat(compareMedians(alone, after).out())
                .containsPattern(" gc +no causes recorded +8\\.0\\d ms *\n")
                .containsPattern(" all +no causes recorded +8\\.0\\d ms +no causes recorded → 60\n");
        assertThat(json(alone, after, "--percentiles", "50")
                        .get("slowTime")
                        .get(0)
                        .get("beforeusPerThousand")
                        .isNull())
                .isTrue();
        assertThat(compareMedians(alone, alone).out()).doesNotContain("causes", "slowTime");
    }

    @Test
    void aProbeWithoutKeptCallsHasNoneWhereOthersHave() throws IOException {
        Path before = slow(run("a"), "other", "gc", 1, MILLI);
        Path after = slow(run("b"), "find", "gc", 2, 4 * MILLI);

        assertThat(compareMedians(before, after).out())
                .containsPattern(" gc +0 +8\\.0\\d ms *\n.* all +0 +8\\.0\\d ms +0 → 60\n");
    }

    @Test
    void aProbeForWhichThereMayHaveBeenNoRoomIsNotSaidToHaveNone() throws IOException {
        Path before = run("a");
        for (int i = 0; i < 128; i++) {
            slow(before, "other" + i, "gc", 1, MILLI, 1);
        }
        Path after = slow(run("b"), "find", "gc", 2, 4 * MILLI);

        assertThat(compareMedians(before, after).out()).containsPattern(" gc +no causes recorded +8\\.0");
    }

    @Test
    void runsAreAddedUpAndThoseWithoutCausesAreSaid() throws IOException {
        Path before = slow(run("a"), "find", "gc", 1, MILLI);
        CommandRun run = compareMedians(before, before, "--after", alone);

        assertThat(run.out())
                .contains("causes of slow calls are in 1 of 2 runs after;")
                .containsPattern(" gc +1,0\\d0 µs +50\\d µs *\n.* all .* 30 → 30\n");
    }

    @Test
    void markdownAndThePageHaveThem() throws IOException {
        Path after = slow(run("b"), "find", "gc", 2, 4 * MILLI);
        Path page = folder.resolve("compare.html");

        assertThat(compareMedians(alone, after, "-o", "markdown", "-o", "html=" + page)
                        .out())
                .contains("| probe | cause | slow time before, per 1,000 calls | after | slow calls, at least |\n")
                .containsPattern(
                        "\\| find\\{desk=fx} \\| all \\| no causes recorded \\| 8\\.0\\d ms \\| .* → 60 \\|\n");
        assertThat(Files.readString(page))
                .contains("Causes; slow calls, at least: no causes recorded → 60", "slow time before, per 1,000 calls");
        assertThat(compareMedians(alone, alone, "-o", "markdown").out()).doesNotContain("slow calls");
    }
}
