package org.latencyprobes.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.cli.CommandRun;
import org.latencyprobes.internal.histogram.Tag;
import org.latencyprobes.internal.report.Durations;

final class ReportOfLogsTest {

    private static final long START_SECONDS = 1_763_726_400; // 2025-11-21T12:00:00Z
    private static final String HOSTILE = "</script></style><img src=x onerror=alert(1)>\u001B[2J|`\"'&";
    private static final int SECONDS = 20;

    @TempDir
    private Path folder;

    private Path log(String name, String... tags) throws IOException {
        Path file = folder.resolve(name);
        Random random = new Random(7);
        HistogramLogWriter writer = new HistogramLogWriter(file.toFile());
        writer.outputStartTime(START_SECONDS * 1_000);
        for (int second = 0; second < SECONDS; second++) {
            for (int i = 0; i < tags.length; i++) {
                Histogram line = new Histogram(2);
                for (int value = 0; value < 200; value++) {
                    line.recordValueWithCount((long) (1_000 * (i + 1) * Math.exp(random.nextGaussian())), 5);
                }
                line.setTag(tags[i]);
                writer.outputIntervalHistogram(START_SECONDS + second, START_SECONDS + second + 1.0, line);
            }
        }
        writer.close();
        return file;
    }

    private static CommandRun report(Object... arguments) {
        List<String> all = new ArrayList<>(List.of("report"));
        Stream.of(arguments).map(String::valueOf).forEach(all::add);
        return CommandRun.of(all.toArray(new String[0]));
    }

    private String page(Object... arguments) throws IOException {
        Path page = folder.resolve("out.html");
        List<Object> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("-o", "html=" + page));
        CommandRun run = report(all.toArray());
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("written: " + page);
        return Files.readString(page);
    }

    private static JsonNode data(String html) throws IOException {
        Matcher data = Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>")
                .matcher(html);
        assertThat(data.find()).isTrue();
        return new ObjectMapper().readTree(data.group(1));
    }

    @Test
    void figuresOfThePageAreThoseOfJsonAndOfMerge() throws Exception {
        Path log = log("run.hlog", "place;ok", "place;error", "find;side=buy;ok", "jitter.hiccup;ok");
        JsonNode json =
                new ObjectMapper().readTree(report(log, "-o", "json").out()).get("report");
        JsonNode merged = new ObjectMapper()
                .readTree(CommandRun.of("merge", log.toString(), "-o", "json").out())
                .get("report");
        String html = page(log);
        JsonNode table = data(html).get("report");

        assertThat(json).isEqualTo(merged).hasSize(4);
        assertThat(table.get("rows")).hasSize(4);
        for (int row = 0; row < json.size(); row++) {
            for (int column = 0; column < table.get("columns").size(); column++) {
                JsonNode cell = table.get("rows").get(row).get(column);
                JsonNode same =
                        json.get(row).get(table.get("columns").get(column).asText());
                assertThat(cell.asText()).isEqualTo(same.asText());
            }
        }
        double[] p99 = json.findValues("p99us").stream()
                .mapToDouble(JsonNode::asDouble)
                .toArray();
        for (double each : p99) {
            assertThat(html)
                    .as("one unit for a column")
                    .contains("<td>" + Durations.text(each, Durations.unit(p99)) + "</td>");
        }
        assertThat(html).doesNotContainPattern("µs</th>|ms</th>");
    }

    @Test
    void everyHistogramIsInThePageAsItWasRecorded() throws Exception {
        String html = page(log("run.hlog", "place;ok", "place;error"));
        JsonNode histograms = data(html).get("histograms");

        assertThat(histograms).hasSize(2);
        assertThat(histograms.get(1).get("name").asText()).isEqualTo("place (error)");
        Histogram histogram = Histogram.decodeFromCompressedByteBuffer(
                ByteBuffer.wrap(Base64.getDecoder()
                        .decode(histograms.get(0).get("histogram").asText())),
                0);
        assertThat(histogram.getTotalCount()).isEqualTo(1_000 * SECONDS);
    }

    @Test
    void runsAreLinesOfTheirOwnAndOneRowTogether() throws Exception {
        String html = page(log("one.hlog", "place;ok"), log("two.hlog", "place;ok"));

        assertThat(html).contains("place · one", "place · two", "2 files, 2 runs");
        assertThat(data(html).get("report").get("rows")).hasSize(1);
        assertThat(data(html).get("histograms")).hasSize(2);
    }

    @Test
    void latencyOverTimeHasStallsOnTheSameAxis() throws Exception {
        String html = page(log(
                "run.hlog",
                "place;ok",
                "jitter.stall;kind=gc;ok",
                "jitter.stall;kind=host;ok",
                Tag.encode("jitter.slow", Map.of("probe", "place", "cause", "gc"), "ok")));

        assertThat(html).contains("Heat map of latency over time. Over 20 s", ">gc</text>", ">host</text>");
        assertThat(html).contains("Time of slow calls by cause");
        assertThat(data(html).get("stalls").get("rows")).hasSize(2);
        assertThat(data(html).get("report").get("rows")).hasSize(1);
    }

    @Test
    void logsOfOtherWritersNeedNoTags() throws Exception {
        String html = page(log("jhiccup.hlog", (String) null), log("other.hlog", "client-7"));

        assertThat(html).contains("(no tag)", "client-7");
    }

    @Test
    void hostileNamesAreText() throws Exception {
        Path log = log("run.hlog", Tag.encode(HOSTILE, Map.of(HOSTILE, HOSTILE), HOSTILE), HOSTILE.replace(" ", "/"));
        String html = page(log, "-o", "svg=" + folder.resolve("out.svg"));
        CommandRun markdown = report(log, "-o", "markdown");

        assertThat(html.split("<script", -1)).hasSize(3);
        assertThat(html.split("</script", -1)).hasSize(3);
        assertThat(html.split("<style", -1)).hasSize(2);
        assertThat(html).doesNotContain("<img", "\u001B");
        assertThat(Files.readString(folder.resolve("out.svg"))).doesNotContain("<img", "\u001B");
        assertThat(markdown.out()).doesNotContain("<img", "\u001B").contains("&lt;img", "\\|\\`");
    }

    @Test
    void ofManyProbesThoseWithTheMostTimeHaveHeatMaps() throws Exception {
        String[] tags = new String[20];
        Arrays.setAll(tags, probe -> "probe" + probe + ";ok");
        String html = page(log("run.hlog", tags));

        int drawn = html.split("Heat map of latency over time", -1).length - 1;
        assertThat(drawn).isBetween(1, 12);
        assertThat(html).contains("These are the " + drawn + " with the most time, of 20. ");
    }

    @Test
    @org.junit.jupiter.api.Tag("full") // the other Tag is that of a log
    void aPageOfAHundredProbesHasAtMostFiveHundredKilobytes() throws Exception {
        List<String> tags = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            tags.add("com.acme.orders.Service" + i + ".place;ok");
            if (i % 2 == 0) {
                tags.add("com.acme.orders.Service" + i + ".place;error");
            }
        }
        tags.addAll(List.of("jitter.hiccup;ok", "jitter.stall;kind=gc;ok"));
        String html = page(log("run.hlog", tags.toArray(String[]::new)));

        assertThat(data(html).get("report").get("rows")).hasSize(151);
        assertThat(html.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(500_000);
    }

    @Test
    void rowsAreChosenAndSortedAsInTheTable() throws Exception {
        Path log = log("run.hlog", "place;ok", "find;ok", "validate;ok");
        String html = page(log, "--sort", "p99", "-n", "2");

        JsonNode rows = data(html).get("report").get("rows");
        assertThat(List.of(rows.get(0).get(0).asText(), rows.get(1).get(0).asText()))
                .containsExactly("validate", "find");
        assertThat(data(html).get("histograms")).hasSize(2);
    }

    @Test
    void probesWithMostErrorsStandFirst() throws Exception {
        Path log = log("run.hlog", "find;ok", "place;error", "place;ok");
        JsonNode rows = new ObjectMapper()
                .readTree(report(log, "--sort", "errors", "-o", "json").out())
                .get("report");
        assertThat(rows.findValuesAsText("probe")).containsExactly("place", "place", "find");
    }

    @Test
    void aMisspeltOrderNamesTheNearest() throws IOException {
        assertThat(report(log("run.hlog", "find;ok"), "--sort", "erors").err())
                .contains("--sort erors is not allowed; it takes name, ", "; did you mean errors\n");
    }

    @Test
    void jitterStandsLastAndAProbeOfThatNameDoesNot() throws Exception {
        String html = page(log("run.hlog", "find;ok", "jitter;ok", "jitter.hiccup;ok"), "--sort", "p99");

        assertThat(data(html).get("report").get("rows"))
                .extracting(row -> row.get(0).asText())
                .containsExactly("jitter", "find", "jitter.hiccup");
        String probes = html.substring(html.indexOf("Calls by probe"), html.indexOf("</table>"));
        assertThat(probes).contains(">find<", ">jitter<").doesNotContain("jitter.hiccup");
        assertThat(html.substring(html.indexOf(">Jitter<"))).contains(">jitter.hiccup<");
    }

    @Test
    void aPictureIsAFileOfItsOwn() throws Exception {
        Path log = log("run.hlog", "place;ok");
        Path svg = folder.resolve("time.svg");

        assertThat(report(log, "-o", "svg=" + svg, "--picture", "time").exitCode())
                .isZero();
        assertThat(Files.readString(svg)).startsWith("<svg ").contains("Heat map of latency");
        assertThat(report(log, "-o", "svg=" + svg).exitCode()).isZero();
        assertThat(Files.readString(svg)).contains("Percentile spectrum");
    }

    @Test
    void markdownHasATableOfProbes() throws Exception {
        CommandRun run = report(log("run.hlog", "place;ok", "jitter.hiccup;ok"), "-o", "markdown");

        assertThat(run.out())
                .containsPattern("\\| place \\|.*\n\n\\| jitter \\| outcome \\|.*\n.*\n\\| jitter.hiccup \\|")
                .contains("| probe | outcome | count | per s | p50 | p99 | p99.9 | max |")
                .containsPattern("\\| place \\| ok \\| 20,000 \\| 1,000 \\| [\\d.,]+ [µmn]s \\| ");
    }

    @Test
    void whatIsWrongIsSaid() throws Exception {
        Path log = log("run.hlog", "place;ok");
        Path damaged = Files.writeString(folder.resolve("bad.hlog"), Files.readString(log) + "Tag=x,1,1,1,garbage\n");

        assertThat(report("nope").err())
                .contains("\"nope\" is not a process id", "there is no file or folder of that name either");
        assertThat(report("4711", "extra").err())
                .contains("\"extra\" beside the process id 4711 is not allowed; report takes one process id, or logs");
        assertThat(report("4711", "4712").err()).contains("4711, 4712 are more than one process id");
        assertThat(report(log, "--since", "last").err()).contains("--since is of a JVM");
        assertThat(report(log, "-o", "markdown", "-o", "json").out())
                .contains("standard output takes one form, markdown or json");
        assertThat(report(log, "--picture", "x").err()).contains("it takes percentiles or time");
        assertThat(report(log, "-o", "html=" + folder.resolve("no/out.html")).err())
                .contains("there is no such folder");
        assertThat(report(log, "-o", "html=" + folder).err()).contains("is a folder; it takes a file");
        assertThat(report(Files.createDirectory(folder.resolve("empty"))).err()).contains("there is no histogram log");
        assertThat(report(damaged).exitCode()).isEqualTo(1);
        assertThat(report(damaged, "--skip-bad").out()).contains("passed over 1 damaged line", "place");
    }

    @Test
    void aNameThatNoProbeHasIsSaid() throws IOException {
        Path log = log("run.hlog", "place;ok", "find;ok");
        CommandRun none = report(log, "--probe", "plaec*");
        assertThat(none.exitCode()).isEqualTo(1);
        assertThat(none.err()).isEqualTo("no probe \"plaec*\"; did you mean place\n");
        CommandRun one = report(log, "--probe", "place", "--probe", "nope");
        assertThat(one.exitCode()).isZero();
        assertThat(one.out())
                .startsWith("no probe \"nope\"; there are find, place\n")
                .contains("place ");
    }
}
