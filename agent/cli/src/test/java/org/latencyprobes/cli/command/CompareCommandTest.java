package org.latencyprobes.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.cli.CommandRun;

final class CompareCommandTest extends Comparisons {

    @Test
    void oneRunASideIsOnTheseRecordingsAlone() throws IOException {
        Path before = write("before.hlog", "find;ok", 60, 100_000, 1);
        Path after = write("after.hlog", "find;ok", 60, 150_000, 2);
        CommandRun run = compare(before, after);

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .startsWith("slower: find p50 ×1.5")
                .contains("before: " + before + ", 1 run; after: " + after + ", 1 run\n")
                .contains("say nothing about releases", "5 runs a side")
                .containsPattern("find +p50 .*these recordings: slower, ×1\\.50? \\(1\\.4\\d?–1\\.5\\d?\\)")
                .containsPattern("find +p99 .* slower, ×1\\.\\d+ ");
        JsonNode row = json(before, after, "--percentiles", "50").get("compare").get(0);
        assertThat(row.get("finding").asText()).isEqualTo("slower");
        assertThat(row.get("beforeus").asDouble()).isBetween(99.0, 101.0);
        assertThat(row.get("ratioLow").asDouble()).isBetween(1.45, 1.5);
        assertThat(row.get("ratioHigh").asDouble()).isBetween(1.5, 1.55);
        assertThat(row.get("differenceLowus").asDouble()).isBetween(45.0, 50.0);
        assertThat(compare(after, before, "--percentiles", "p50").out()).contains("these recordings: faster, ×0.66");
    }

    @Test
    void theSameRecordingIsTheSame() throws IOException {
        Path log = write("a.hlog", "find;ok", 60, 100_000, 1);

        assertThat(compare(log, log, "--percentiles", "50").out())
                .containsPattern("these recordings: same, ×1.00 \\(0\\.9[89]\\d*–1\\.0[01]\\d*\\)");
    }

    @Test
    void understandsTheFullNameOfAMethod() throws IOException {
        Path log = write("a.hlog", "Shop.find;ok", 60, 100_000, 1);
        CommandRun run = compare(log, log, "--percentiles", "50", "--probe", "com.acme.Shop#find");

        assertThat(run.out()).containsPattern("Shop.find +p50 ");
        assertThat(run.err()).isEqualTo("... com.acme.Shop#find is read as Shop.find\n");
    }

    @Test
    void fiveRunsASideAreAVerdict() throws IOException {
        for (int i = 0; i < 5; i++) {
            write("old/run" + i + ".hlog", "find;ok", 5, 100_000 + 1_000 * i, i);
            write("new/run" + i + ".hlog", "find;ok", 5, 130_000 + 1_000 * i, 10 + i);
        }
        CommandRun run = compare(folder.resolve("old"), folder.resolve("new"), "--percentiles", "p50,p99.9");

        assertThat(run.out())
                .contains("5 runs; after: ", "new, 5 runs\n")
                .doesNotContain("these recordings")
                .containsPattern("find +p50 +.* +slower, ×1\\.2\\d+ \\(1\\.2\\d*–1\\.3\\d*\\)")
                .contains("too few samples beyond p99.9: 25, 50 are needed")
                .contains("\nto tell more: more runs or longer ones\n");
    }

    @Test
    void tooShortARunSaysFirstHowLongItHasToBe() throws IOException {
        Path before = write("before.hlog", "find;ok", 9, 100_000, 1);
        Path after = write("after.hlog", "find;ok", 9, 150_000, 2);

        assertThat(compare(before, after).out())
                .startsWith(
                        "too short: record 25 s or longer (there are 9 s before, 9 s after), or 5 runs of any length a side\n")
                .contains("without a verdict: 4 of 4");
    }

    @Test
    void warmUpAtTheBeginningIsLeftOut() throws IOException {
        Path before = warming("before.hlog", 100_000, 1);
        Path after = warming("after.hlog", 150_000, 2);

        CommandRun run = compare(before, after, "--percentiles", "50");
        assertThat(run.out())
                .startsWith("slower: find p50 ×1.")
                .containsPattern("left out as warm-up, before: find \\d")
                .containsPattern("left out as warm-up, after: find \\d");
        assertThat(json(before, after, "--percentiles", "50")
                        .get("compare")
                        .get(0)
                        .get("ratio")
                        .asDouble())
                .isBetween(1.45, 1.55);
    }

    /** Three times as slow at first, and steady after 20 of 80 s. */
    private Path warming(String name, double medianNanos, long seed) throws IOException {
        Random random = new Random(seed);
        return write(name, "find;ok", 80, second -> {
            double slower = 1 + 2 * Math.max(0, 1 - second / 20.0);
            Histogram line = new Histogram(2);
            for (int call = 0; call < 1_000; call++) {
                line.recordValue((long) (slower * medianNanos * Math.exp(0.3 * random.nextGaussian())));
            }
            return line;
        });
    }

    @Test
    void fewerThanTenSamplesBeyondAreNotTold() throws IOException {
        Path log = write("a.hlog", "find;ok", 1, 100_000, 1);

        assertThat(compare(log, log, "--percentiles", "99.9").out()).containsPattern("find +p99.9 +– +– +– ");
        JsonNode row = json(log, log, "--percentiles", "99.9").get("compare").get(0);
        assertThat(List.of("beforeus", "afterus", "differenceus", "ratio", "ratioLow"))
                .allMatch(figure -> row.get(figure).isNull());
    }

    @Test
    void howLongIsOfJvmsAlone() throws IOException {
        Path log = write("a.hlog", "find;ok", 1, 100_000, 1);

        assertThat(compare(log, log, "--for", "3s").err())
                .contains("--for is how long JVMs are watched, and no side is one");
    }

    @Test
    void whatRunsOnceForAProgramIsNotCompared() throws IOException {
        for (String side : new String[] {"old", "new"}) {
            write(side + "/run.hlog", "find;ok", 30, 100_000, 1);
            for (String once : new String[] {"Main.main", "Worker.new"}) {
                write(side + "/run." + once.length() + ".hlog", once + ";ok", 1, second -> {
                    Histogram line = new Histogram(2);
                    line.recordValueWithCount(5_000_000, 3);
                    return line;
                });
            }
        }
        assertThat(compare(folder.resolve("old"), folder.resolve("new"), "--percentiles", "50")
                        .out())
                .contains("not compared, with fewer than 10 calls a side: Main.main, Worker.new")
                .doesNotContainPattern("Main.main +p50");
    }

    @Test
    void fiveRunsThatDifferAmongEachOtherCannotTell() throws IOException {
        for (int i = 0; i < 5; i++) {
            write("old/run" + i + ".hlog", "find;ok", 5, 100_000 + 20_000 * i, i);
            write("new/run" + i + ".hlog", "find;ok", 5, 110_000 + 20_000 * i, 10 + i);
        }

        assertThat(compare(folder.resolve("old"), folder.resolve("new"), "--percentiles", "50")
                        .out())
                .containsPattern("can't tell, ×1\\.\\d+ \\(0\\.\\d+–\\d\\.\\d+\\)");
    }

    @Test
    void rotatedLogsAreOneRun() throws IOException {
        write("old/app.1.hlog", "find;ok", 30, 100_000, 1);
        write("old/app.hlog", "find;ok", 30, 100_000, 2);
        Path after = write("after.hlog", "find;ok", 60, 100_000, 3);

        assertThat(compare(folder.resolve("old"), after, "--percentiles", "50").out())
                .contains("old, 1 run;");
        assertThat(compare(after, after, "--before", folder.resolve("old"), "--percentiles", "50")
                        .out())
                .contains(", 2 runs;");
    }

    @ParameterizedTest
    @CsvSource({
        "10, p50, 'too short: 10 of the 20 stretches of time with samples that are needed', 5 runs of any length a side",
        "14, p99.9, 'too few samples beyond p99.9: 14, 50 are needed', 5 runs a side that each have 10 samples beyond",
    })
    void saysWhyItGivesNoVerdict(int seconds, String percentile, String reason, String advice) throws IOException {
        Path log = write("a.hlog", "find;ok", seconds, 100_000, 1);

        assertThat(compare(log, log, "--percentiles", percentile).out())
                .contains(reason)
                .contains("without a verdict: 1 of 1")
                .contains(advice)
                .doesNotContain("say nothing about releases");
    }

    @Test
    void aDriftingRecordingHasAnIntervalAsWideAsItDrifts() throws IOException {
        Random random = new Random(1);
        Path drifting = write("a.hlog", "find;ok", 60, second -> {
            Histogram line = new Histogram(2);
            for (int call = 0; call < 500; call++) {
                line.recordValue((long) (100_000 * (1 + second / 60.0) * Math.exp(0.3 * random.nextGaussian())));
            }
            return line;
        });

        assertThat(compare(drifting, drifting, "--percentiles", "50").out())
                .contains(
                        "can't tell: 1 of 1",
                        "drifts to its end, so that its interval is as wide as it drifts: find p50");
    }

    @Test
    void showsRatesErrorsAndJitterBeside() throws IOException {
        Path before = write("a.hlog", "find;ok", 60, 100_000, 1);
        Path after = folder.resolve("b");
        write("b/x.hlog", "find;ok", 60, 100_000, 2);
        write("b/x.1.hlog", "find;error", 60, 100_000, 2);
        write("b/x.2.hlog", "jitter.hiccup;ok", 60, 100_000, 2);
        JsonNode beside =
                json(before, after, "--percentiles", "50").get("beside").get(0);

        assertThat(beside.get("callsBefore").asLong()).isEqualTo(60_000);
        assertThat(beside.get("callsAfter").asLong()).isEqualTo(120_000);
        assertThat(beside.get("perSecondBefore").asDouble()).isEqualTo(1_000);
        assertThat(beside.get("errorPercentAfter").asDouble()).isEqualTo(50);
        assertThat(compare(after, after, "--percentiles", "50").out())
                .containsPattern("jitter.hiccup p99.9: \\d+.* µs before, .* µs after");
        assertThat(json(after, after, "--percentiles", "50").get("compare").findValuesAsText("probe"))
                .containsOnly("find");
    }

    @Test
    void differentProbesAreSaid() throws IOException {
        Path before = write("a.hlog", "find;ok", 60, 100_000, 1);
        Path after = write("b.hlog", "place;ok", 60, 100_000, 2);
        CommandRun run = compare(before, after);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEqualTo("no probe has samples in all runs of both sides; before: find; after: place\n");
        write("c/x.hlog", "place;ok", 60, 100_000, 2);
        write("c/x.1.hlog", "find;ok", 60, 100_000, 2);
        assertThat(compare(before, folder.resolve("c"), "--percentiles", "50").out())
                .contains("not in all runs of both sides, but in some after: place");
    }

    @Test
    void differentUnitsAreSuspected() throws IOException {
        Path before = write("a.hlog", "find;ok", 60, 100_000, 1);
        Path after = write("b.hlog", "find;ok", 60, 100, 2);

        assertThat(compare(before, after, "--percentiles", "50").out())
                .contains("find p50 differs by a factor of about 1,000: do both sides have the same unit?");
    }

    @Test
    void logsOfOtherWritersWork() throws IOException {
        Path log = write("a.hlog", null, 60, 100_000, 1);

        assertThat(compare(log, log, "--percentiles", "50").out()).contains("(no tag)  p50");
    }

    @Test
    void writesMarkdownAndAPage() throws IOException {
        Path before = write("a.hlog", "find;desk=f|x;ok", 60, 100_000, 1);
        Path after = write("b.hlog", "find;desk=f|x;ok", 60, 150_000, 2);
        CommandRun markdown = compare(before, after, "-o", "markdown", "--percentiles", "50");

        assertThat(markdown.out())
                .contains("| probe | percentile | before | after | difference | verdict |\n")
                .containsPattern("\\| find\\{desk=f\\\\\\|x} \\| p50 \\| .* slower, ×1\\.5.* \\|\n")
                .contains(" | 0 % → 0 % |\n");
        Path page = folder.resolve("compare.html");
        assertThat(compare(before, after, "-o", "html=" + folder).err()).contains("is a folder; it takes a file");
        write("a.1.hlog", "jitter.hiccup;ok", 60, 100_000, 2);
        write("b.1.hlog", "jitter.hiccup;ok", 60, 100_000, 2);
        String all = folder.resolve("a*.hlog") + "";
        assertThat(compare(all, folder.resolve("b*.hlog"), "-o", "html=" + page, "--percentiles", "50,99.999")
                        .out())
                .contains("written: " + page);
        assertThat(Files.readString(page))
                .startsWith("<!DOCTYPE html>")
                .contains("slower, ×1.5", "After over before", "\"probe\":\"find{desk=f|x}\"")
                .containsPattern(">before</th><th[^>]*>after</th>")
                .containsPattern("p99\\.999</td>(<td[^>]*>–</td>){3}<td[^>]*>too few samples")
                .contains("jitter.hiccup p99.9: ")
                .doesNotContain("claim", "(no interval)");
    }

    @Test
    void aLongRunTakesFewBlocks() throws IOException {
        Histogram line = new Histogram(2);
        line.recordValueWithCount(100_000, 500);
        line.recordValueWithCount(200_000, 500);
        Path log = write("a.hlog", "find;ok", 3_000, second -> line);

        assertThat(compare(log, log, "--percentiles", "25").out()).contains("these recordings: same, ×1.00");
    }

    @Test
    void badLogsAreSaid() throws IOException {
        Path good = write("a.hlog", "find;ok", 60, 100_000, 1);
        Path cut = folder.resolve("cut.hlog");
        String text = Files.readString(good);
        Files.writeString(cut, text.substring(0, text.length() - 30));
        Path empty = Files.createDirectory(folder.resolve("empty"));
        Path blank = Files.writeString(folder.resolve("blank.hlog"), "");

        CommandRun ofCut = compare(good, cut);
        assertThat(ofCut.exitCode()).isEqualTo(1);
        assertThat(ofCut.err()).startsWith(cut + " line ").contains("cut off?").hasLineCount(1);
        assertThat(compare(good, cut, "--skip-bad", "--percentiles", "50").out())
                .contains("passed over 1 damaged line");
        assertThat(compare(good, cut, "--skip-bad", "-o", "markdown", "--percentiles", "50")
                        .out())
                .startsWith("**the same: 1 of 1**\n\n- passed over 1 damaged line:\n- ");
        assertThat(compare(good, empty).err()).isEqualTo("there is no histogram log in " + empty + "\n");
        assertThat(compare(good, blank).err()).isEqualTo(blank + ": no samples\n");
        assertThat(compare(good, good, "--probe", "no").err()).isEqualTo(good + ": no probe \"no\"; there are find\n");
        CommandRun ofNone = compare(good, folder.resolve("none.hlog"));
        assertThat(ofNone.exitCode()).isEqualTo(2);
        assertThat(ofNone.err()).isEqualTo("there is no file or folder " + folder.resolve("none.hlog") + "\n");
    }

    @Test
    void aMalformedGlobIsSaid() {
        CommandRun run = compare("a[*.hlog", "b.hlog");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("a[*.hlog: Missing ']").hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a.hlog",
                "a b c",
                "a b --percentiles=p100",
                "a b -o markdown -o json",
                "a b --for=1s",
                "a b -o"
            })
    void aWrongCommandLineIsSaid(String line) {
        CommandRun run = compare(line.isEmpty() ? new Object[0] : (Object[]) line.split(" "));

        assertThat(run.exitCode()).as(run.err() + run.out()).isEqualTo(2);
        assertThat(run.err() + run.out()).contains("compare --help").doesNotContain("Exception", "\tat ");
    }
}
