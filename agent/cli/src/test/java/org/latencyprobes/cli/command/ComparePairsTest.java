package org.latencyprobes.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latencyprobes.cli.CommandRun;

/** Tests of {@code compare --paired}. */
final class ComparePairsTest extends Comparisons {

    /** The runs of a pair have one median but for 5 %, and the pairs differ by up to 80 %. */
    @Test
    void pairsOfRunsTellWhatTheRunsCannot() throws IOException {
        for (int i = 0; i < 5; i++) {
            write("round-" + i + "/old.hlog", "find;ok", 5, 100_000 + 20_000 * i, i);
            write("round-" + i + "/new.hlog", "find;ok", 5, 1.05 * (100_000 + 20_000 * i), 10 + i);
        }
        String old = folder.resolve("round-*/old.hlog").toString();
        String changed = folder.resolve("round-*/new.hlog").toString();

        assertThat(compare(old, changed, "--percentiles", "50").out()).contains("can't tell");
        assertThat(compare(old, changed, "--percentiles", "50", "--paired").out())
                .contains("runs are compared in pairs, in their order; the first pair is ")
                .doesNotContain("check the pairs")
                .containsPattern("slower, ×1\\.0\\d+ \\(1\\.0\\d+–1\\.0\\d+\\)");
        assertThat(compare(changed, old, "--percentiles", "50", "--paired").out())
                .containsPattern("faster, ×0\\.9\\d+ ");
    }

    @Test
    void pairsNeedTheSameNumberOfRuns() throws IOException {
        CommandRun odd = compare(runs("old", 5, 100_000), runs("new", 4, 100_000), "--paired");

        assertThat(odd.exitCode()).isEqualTo(2);
        assertThat(odd.err())
                .contains("--paired needs the same number of runs on each side, 5 or more; there are 5 of ")
                .contains("old and 4 of ");
        assertThat(compare(folder.resolve("new"), folder.resolve("new"), "--paired")
                        .err())
                .contains("5 or more; there are 4 of ");
        assertThat(compare(folder.resolve("old"), folder.resolve("old"), "--paired", "--spread=any.json")
                        .err())
                .contains("give one of them");
    }

    @ParameterizedTest
    @CsvSource({
        "0 2 4 6 8, 1 3 5 7 9, 'in every pair the run of %s came first'",
        "0 1 2 3 4, 5 6 7 8 9, 'all runs of %s came before those of '",
        "0 3 4 7 8, 1 2 5 6 9, ",
    })
    void pairsOfWhichOneSideCameFirstAreSaid(String placesBefore, String placesAfter, String words) throws IOException {
        Path before = placed("old", placesBefore);
        Path after = placed("new", placesAfter);
        String said = words == null ? "in their order; the first pair is " : String.format(words, before);

        for (CommandRun run : List.of(
                compare(before, after, "--percentiles", "50", "--paired"),
                compare(after, before, "--percentiles", "50", "--paired"))) {
            assertThat(run.out()).contains(said);
            assertThat(run.out().contains(" came ")).isEqualTo(words != null);
        }
        assertThat(compare(before, after, "--percentiles", "50").out()).doesNotContain(" came ");
    }

    /** Without a start a log counts from 0. */
    @Test
    void runsWithoutTimesAreNotSaidToComeFirst() throws IOException {
        Path before = runs("old", 5, 100_000);
        for (int i = 0; i < 5; i++) {
            Path log = before.resolve("run" + i + ".hlog");
            String undated = Files.readString(log)
                    .replaceAll("#\\[StartTime.*\n", "")
                    .replaceAll("(?m)^(Tag=[^,]*,)1763726", "$1");
            assertThat(undated)
                    .doesNotContain("StartTime")
                    .contains(",400.000,")
                    .doesNotContain("1763726");
            Files.writeString(log, undated);
        }

        assertThat(compare(before, runs("new", 5, 100_000), "--percentiles", "50", "--paired")
                        .out())
                .contains("the first pair is ")
                .doesNotContain(" came ");
    }

    /** Writes runs of five seconds, each at its place among those of both sides. */
    private Path placed(String name, String places) throws IOException {
        int number = 0;
        for (String place : places.split(" ")) {
            write(name + "/run" + number + ".hlog", "find;ok", 5, 100_000, number++, 5 * Integer.parseInt(place));
        }
        return folder.resolve(name);
    }

    @Test
    void pairsWhoseNamesDoNotMatchAreSaid() throws IOException {
        Path before = runs("old", 7, 100_000);
        Path after = runs("new", 7, 100_000);
        Files.delete(before.resolve("run2.hlog"));
        Files.delete(after.resolve("run5.hlog"));

        assertThat(compare(before, after, "--percentiles", "50", "--paired").out())
                .contains("check the pairs: pair 3 is ", "run3.hlog and ", "run2.hlog, whose names do not match\n");
    }
}
