package org.latencyprobes.agent.why;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.SlowOnPurpose;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jdk;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of the command {@code why} on the recording and the log of a JVM that is gone. */
@Tag("full")
final class WhyOfRecordingIT {

    private static final String NAME = SlowOnPurpose.class.getSimpleName();

    /** As often as that a JVM is run, until each cause was the main one of a call. On a busy machine that may be another one each time. */
    private static final int MOST_RUNS = 10;

    /** Slow calls of each method that are in the recording. */
    private static final int CALLS = 12;

    private static final List<String> WAITS = List.of(
            "JavaMonitorEnter",
            "JavaMonitorWait",
            "ThreadPark",
            "ThreadSleep",
            "SocketRead",
            "SocketWrite",
            "FileRead",
            "FileWrite",
            "FileForce");

    @TempDir
    private Path folder;

    /** Runs until each method was slow often enough. Files are written by its end. */
    private void run(String settings) {
        String flag = "-XX:StartFlightRecording:filename=" + folder.resolve("shop.jfr") + settings;
        try (RunningJvm jvm = ForkedJvm.of(SlowOnPurpose.class)
                .quick()
                .flags(flag)
                .withAgent("probes=" + SlowOnPurpose.class.getName() + "#*,report=off,slow=2ms,hlog="
                        + folder.resolve("shop.hlog"))
                .start()
                .awaitText("ready")) {
            jvm.await(CALLS + " slow calls of each method", () -> areRecorded(jvm));
            jvm.tellToEnd().expectExit(0);
        }
    }

    /** Those before the agent has found the recording are not in it, nor are the last. */
    private boolean areRecorded(RunningJvm jvm) throws IOException {
        AgentClient.to(jvm).ask("slow", "0"); // ends the period, so that its calls are explained soon
        Path file = folder.resolve("so-far.jfr");
        Files.deleteIfExists(file);
        Jdk.tool("jcmd", jvm.pid(), "JFR.dump", "filename=" + file);
        Map<String, Long> slow = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("latencyprobes.SlowCall"))
                .collect(Collectors.groupingBy(event -> event.getString("probe"), Collectors.counting()));
        return InjectedCauses.probes(InjectedCauses.BY_METHOD.keySet()).stream()
                .allMatch(probe -> slow.getOrDefault(probe, 0L) >= CALLS);
    }

    private static String fromOneMillisecondOn() {
        return Stream.concat(
                        WAITS.stream().map(wait -> ",jdk." + wait + "#threshold=1ms"),
                        WAITS.stream()
                                .filter(wait -> wait.matches("(Socket|File).*"))
                                .map(wait -> ",+jdk." + wait + "#throttle=off"))
                .collect(Collectors.joining());
    }

    @Test
    void saysOfARecordingAndALogWhatALiveWhySays() throws Exception {
        Path page = folder.resolve("page.html");
        JsonNode answer = why(page);
        for (int runs = 1; runs < MOST_RUNS && !isAllTold(answer); runs++) {
            Files.delete(folder.resolve("shop.jfr"));
            Files.delete(folder.resolve("shop.hlog"));
            Files.delete(page);
            answer = why(page);
        }
        assertThat(isAllTold(answer)).as("%s", answer).isTrue();
        assertThat(CommandLine.rows(answer, "tails", "probe", NAME + ".sleep"))
                .singleElement()
                .satisfies(tail -> assertThat(tail.get("count").asInt()).isGreaterThanOrEqualTo(CALLS));
        assertThat(CommandLine.messages(answer)).noneMatch(message -> message.contains("not in this recording"));
        assertThat(Files.readString(page)).contains("shop.jfr", "Single calls", "Latency by percentile");
    }

    private static boolean isAllTold(JsonNode answer) {
        return InjectedCauses.areAllTold(answer, InjectedCauses.BY_METHOD) && WhyIT.tellsOfTheHolder(answer);
    }

    /** Of a JVM that has run. */
    private JsonNode why(Path page) {
        run(fromOneMillisecondOn());
        JsonNode answer =
                CommandLine.done("why", folder.resolve("shop.jfr"), folder.resolve("shop.hlog"), "-o", "html=" + page);
        InjectedCauses.assertNoneIsToldOtherwise(answer);
        return answer;
    }

    @Test
    void whatARecordingWasNotToHoldIsNotKnownAndNeverCode() {
        run("");
        JsonNode answer = CommandLine.done("why", folder.resolve("shop.jfr"));
        assertThat(CommandLine.messages(answer))
                .anyMatch(message -> message.startsWith("waits shorter than 20 ms are not in this recording: "));
        assertThat(InjectedCauses.mainCauses(answer).keySet()).containsAll(InjectedCauses.BY_METHOD.keySet());
        InjectedCauses.assertNoneIsToldOtherwise(answer);
        JvmResult text = CommandLine.run("why", folder.resolve("shop.jfr"), "-o", "text");
        assertThat(text.expectExit(0).stdout()).contains("calls n/a   p50 n/a");
    }
}
