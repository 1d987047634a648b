package org.latencyprobes.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latencyprobes.cli.CommandRun;
import org.latencyprobes.cli.merge.Logs;

/** Tests of the command {@code why} on recordings: their calls sleep, so that most of a call's time is known. */
@Tag("each-jdk")
final class WhyOfRecordingTest {

    private static final int CALLS = 3;
    private static final int MOST = 2_048;
    private static final String TAG = "Orders.place;ok";

    @TempDir
    static Path folder;

    private static Path recording;
    private static Path log;

    @BeforeAll
    static void record() throws Exception {
        try (Recording running = RecordedEvents.start(Duration.ofMillis(1))) {
            long startMillis = System.currentTimeMillis();
            for (int i = 0; i < CALLS; i++) {
                RecordedEvents.call(
                        "Orders.find",
                        "paused=60000000;unknown=5;rubbish;gc=x;of-later=7",
                        () -> Thread.sleep(20)); // is recorded
            }
            recordOneThatSleepsMostOfItsTime();
            log = log("shop.hlog", startMillis);
            recording = RecordedEvents.dump(running, folder.resolve("shop.jfr"));
        }
    }

    /** On a busy machine a thread may have no CPU for longer than it slept: then there is another call. */
    private static void recordOneThatSleepsMostOfItsTime() throws Exception {
        long startNanos;
        do {
            startNanos = System.nanoTime();
            RecordedEvents.call("Orders.place", "unknown=20000", () -> Thread.sleep(20)); // is recorded, too
        } while (System.nanoTime() - startNanos > 30_000_000);
    }

    private static Path log(String name, long startMillis) throws Exception {
        long[] calls = LongStream.generate(() -> 1_000).limit(100).toArray();
        return Logs.write(folder.resolve(name), Logs.histogram(TAG, startMillis, startMillis + 1_000, calls));
    }

    private static CommandRun why(Object... arguments) {
        List<String> all = new ArrayList<>(List.of("why"));
        Stream.of(arguments).map(String::valueOf).forEach(all::add);
        return CommandRun.of(all.toArray(new String[0]));
    }

    private static JsonNode json(Object... arguments) throws Exception {
        CommandRun run =
                why(Stream.concat(Stream.of(arguments), Stream.of("-o", "json")).toArray());
        assertThat(run.exitCode()).as(run.out()).isZero();
        return new ObjectMapper().readTree(run.out());
    }

    /** By probe, of how many calls which cause is the main one. */
    private static Map<String, Map<String, Integer>> mainCauses(JsonNode answer) {
        Map<String, Map<String, Integer>> causes = new TreeMap<>();
        answer.get("slowCalls")
                .forEach(call -> causes.computeIfAbsent(call.get("probe").asText(), any -> new TreeMap<>())
                        .merge(call.get("mainCause").asText(), 1, Integer::sum));
        return causes;
    }

    @Test
    void waitsComeFromTheRecordingAndStallsThatItDoesNotKnowFromTheAgent() throws Exception {
        Map<String, Map<String, Integer>> causes = mainCauses(json(recording));
        assertThat(causes).containsEntry("Orders.find", Map.of("paused", CALLS));
        assertThat(causes.get("Orders.place")).containsKey("sleep").doesNotContainKeys("paused", "on-cpu");
    }

    /** A wait that has no event, such as one in native code, was not code where its thread did not run. */
    @Test
    void whatItsThreadDidIsToldOfACallWithoutEvents() throws Exception {
        Path file = folder.resolve("native.jfr");
        try (Recording running = RecordedEvents.start(Duration.ofMillis(1))) {
            RecordedEvents.call("Orders.wait", "unknown=20000", "0 0 0 0 0 0 0", WhyOfRecordingTest::busy);
            RecordedEvents.call(
                    "Orders.code", "on-cpu=20000", "0 3600000000000 3600000000000 0 0 0 0", WhyOfRecordingTest::busy);
            RecordedEvents.dump(running, file);
        }
        assertThat(mainCauses(json(file)))
                .containsEntry("Orders.wait", Map.of("unknown", 1))
                .containsEntry("Orders.code", Map.of("on-cpu", 1));
    }

    /** Flight Recorder writes long texts once, and may end before it does. */
    @Test
    void textsThatTheRecordingLacksAreEmpty() throws Exception {
        Path file = folder.resolve("lacks.jfr");
        try (Recording running = RecordedEvents.start(Duration.ofMillis(1))) {
            RecordedEvents.call("Orders.place", null, null, () -> Thread.sleep(20)); // the wait that is recorded
            RecordedEvents.call(null, "unknown=20000", "", WhyOfRecordingTest::busy);
            RecordedEvents.dump(running, file);
        }
        assertThat(mainCauses(json(file))).containsOnlyKeys("Orders.place"); // a busy machine may give it another cause
    }

    @Test
    void aThreadWithoutAKnownNameHasItsNumber() throws Exception {
        Path file = folder.resolve("threads.jfr");
        try (Recording running = RecordedEvents.start(Duration.ofMillis(1))) {
            RecordedEvents.callOn(null, "Orders.place");
            RecordedEvents.callOn("", "Orders.find"); // as of virtual threads
            RecordedEvents.dump(running, file);
        }
        long id = Thread.currentThread().getId();
        assertThat(why(file, "-o", "text").out()).contains("  #" + id + ", trace", "  virtual thread " + id);
    }

    private static void busy() {
        long startNanos = System.nanoTime();
        while (System.nanoTime() - startNanos < 20_000_000) {
            Thread.onSpinWait();
        }
    }

    @Test
    void callsAndPercentilesComeFromTheLog() throws Exception {
        assertThat(json(recording, log).get("tails").findValuesAsText("count")).contains("100");
        assertThat(json(recording).get("tails").findValuesAsText("count")).containsOnly("null");
        CommandRun run = why(recording, log, "-o", "text");
        assertThat(run.out())
                .contains("Orders.place   100 calls in ", "Orders.find   calls n/a   p50 n/a")
                .contains("calls and percentiles: from 1 histogram log, 1 line of the recording's time");
    }

    /** The agent explains a call before it writes the event, and Flight Recorder may begin in between. */
    @Test
    void aCallThatEndedBeforeTheRecordingIsCounted() throws Exception {
        Path file = folder.resolve("late.jfr");
        Path lines = folder.resolve("late.hlog");
        try (Recording before = RecordedEvents.start(Duration.ofMillis(1));
                Recording running = RecordedEvents.prepared(Duration.ofMillis(1))) {
            long startMillis = System.currentTimeMillis();
            RecordedEvents.callWrittenAfter("Orders.place", WhyOfRecordingTest::busy, () -> {
                long endMillis = System.currentTimeMillis();
                Awaitility.await()
                        .atMost(Duration.ofMinutes(5))
                        .until(() -> System.currentTimeMillis() > endMillis + 100);
                running.start();
                Logs.write(
                        lines,
                        Logs.histogram(TAG, startMillis, endMillis, 1_000, 20_000_000),
                        Logs.histogram(TAG, endMillis, endMillis + 60_000, 1_000));
            });
            RecordedEvents.dump(running, file);
            before.stop();
        }
        assertThat(json(file, lines).get("tails").findValuesAsText("count")).containsExactly("3");
    }

    @Test
    void waitsBelowTheThresholdAreNotKnownAndItSaysSo() throws Exception {
        Path file = folder.resolve("coarse.jfr");
        try (Recording running = RecordedEvents.start(Duration.ofMinutes(1))) {
            RecordedEvents.call("Orders.place", "unknown=20000", () -> Thread.sleep(20)); // is not recorded
            RecordedEvents.dump(running, file);
        }
        JsonNode answer = json(file);
        assertThat(mainCauses(answer)).containsEntry("Orders.place", Map.of("unknown", 1));
        assertThat(answer.get("messages").toString()).contains("waits shorter than 60 s are not in this recording");
    }

    @Test
    void aSampleOfAProbesCallsIsKeptAndTheOthersCounted() throws Exception {
        Path file = folder.resolve("many.jfr");
        try (Recording running = RecordedEvents.start(Duration.ofMillis(1))) {
            for (int i = 0; i < MOST; i++) {
                RecordedEvents.call("Orders.place", "", () -> {});
            }
            RecordedEvents.call("Orders.place", "", () -> Thread.sleep(20)); // the longest that is recorded
            RecordedEvents.dump(running, file);
        }
        JsonNode answer = json(file);
        assertThat(answer.get("slowCalls").size()).isBetween(MOST, MOST + 64);
        assertThat(answer.get("tails").get(0).get("keptCalls").asInt()).isEqualTo(MOST);
        assertThat(answer.get("slowCallCauses").findValuesAsText("cause")).containsOnlyOnce("sleep");
        assertThat(answer.get("tails").get(0).get("calls").asInt()).isEqualTo(MOST + 1);
    }

    @Test
    void probesAndDurationsAreChosen() throws Exception {
        assertThat(mainCauses(json(recording, "--probe", "*.find"))).containsOnlyKeys("Orders.find");
        assertThat(json(recording, "--slow", "30s").get("slowCalls")).isEmpty();
        CommandRun run = why(recording, "--probe", "Basket.*", "-o", "text");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("has no slow call of Basket.*; it has some of Orders.find, Orders.place");
    }

    @Test
    void thePageNamesTheRecording() throws Exception {
        Path page = folder.resolve("page.html");
        assertThat(why(recording, "-o", "html=" + page).out()).contains("written: " + page);
        assertThat(Files.readString(page))
                .contains("Why the tail is long: shop.jfr, of process "
                        + ProcessHandle.current().pid())
                .doesNotContain("Latency by percentile");
    }

    @Test
    void aRecordingWithoutTheAgentsEventsSaysHowToGetThem() throws Exception {
        Path file = folder.resolve("plain.jfr");
        try (Recording running = RecordedEvents.start(Duration.ofMillis(1))) {
            RecordedEvents.dump(running, file);
        }
        CommandRun run = why(file);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("has no event latencyprobes.SlowCall: ");
    }

    @Test
    void whatIsNoRecordingOrIsCutOffOrDamagedIsSaidInOneSentence() throws Exception {
        byte[] bytes = Files.readAllBytes(recording);
        byte[] damaged = bytes.clone();
        for (int i = bytes.length / 4; i < bytes.length; i++) {
            damaged[i] = (byte) (i * 31);
        }
        expectFailure(Files.write(folder.resolve("empty.jfr"), new byte[0]), "is empty");
        expectFailure(Files.writeString(folder.resolve("text.jfr"), "no recording"), "is no recording");
        expectFailure(Files.write(folder.resolve("head.jfr"), Arrays.copyOf(bytes, 40)), "is cut off");
        expectFailure(Files.write(folder.resolve("cut.jfr"), Arrays.copyOf(bytes, bytes.length / 2)), "is cut off");
        expectFailure(Files.write(folder.resolve("damaged.jfr"), damaged), "");
    }

    @Test
    void thatAnotherVersionOfTheAgentWroteItIsSaid() throws Exception {
        expectFailure(
                RecordedEvents.ofOlderVersion(folder.resolve("old.jfr")),
                "was written by another version of the agent, whose slow calls have no isVirtual, standsFor: read it with");
    }

    private static void expectFailure(Path file, String words) {
        CommandRun run = why(file, "-o", "text");
        assertThat(run.exitCode()).as(run.out()).isEqualTo(1);
        assertThat(run.err().lines()).singleElement().asString().contains(file + " " + words);
    }

    @Test
    void aLogOfAnotherTimeIsRefused() throws Exception {
        CommandRun run = why(recording, log("other.hlog", 0), "-o", "text");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("other.hlog: no line is of the recording's time, ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nope.jfr | \"nope.jfr\" is no recording (.jfr) that exists",
                "NoSuchMain | \"NoSuchMain\" is not a process id, and no JVM here has that main class or jar",
                "LOG | is a histogram log: the recording (.jfr) stands before it",
                "RECORDING --for 3s | --for is of a watch: a recording has its time",
                "RECORDING --keep | --keep is of a JVM that runs: a recording is there already",
                "RECORDING --past | --past is of a JVM that runs: a recording is there already",
                "RECORDING --no-deep | --no-deep is of a watch: a recording has its time",
                "4711 --past --for 3s | --for is of a watch: a recording has its time",
                "RECORDING com.acme.Orders#place | is a pattern of methods: a recording has probes",
                "RECORDING nope.hlog | there is no histogram log \"nope.hlog\"",
                "4711 --probe place | --probe is of a recording or --past; to watch a JVM give patterns",
                "4711 nope.jfr | \"nope.jfr\" is a file that does not exist; beside a process id stand patterns",
                "4711 nope.hlog | \"nope.hlog\" is a file that does not exist; beside a process id stand patterns",
                "4711 RECORDING | is a file: leave out the process id to read a recording",
                "4711 com.acme.hlog.Writer#b --for 2h | --for takes a duration up to 1h",
                "4711 --skip-bad | --skip-bad is of a recording",
            })
    void wrongArgumentsAreNamed(String line, String message) {
        CommandRun run = why(Stream.of(line.split(" "))
                .map(word -> Map.of("LOG", log, "RECORDING", recording).getOrDefault(word, Path.of(word)))
                .toArray());
        assertThat(run.exitCode()).isEqualTo(message.contains("no JVM here") ? 3 : 2);
        assertThat(run.err()).contains(message);
    }

    @Test
    void withoutAnArgumentItSaysWhatIsMissing() {
        assertThat(why().err()).contains("a JVM or a recording (.jfr) is missing");
    }
}
