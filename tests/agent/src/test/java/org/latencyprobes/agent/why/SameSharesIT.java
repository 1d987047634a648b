package org.latencyprobes.agent.why;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * Tests that a report, meters and what was recorded tell the same share of a cause, within their intervals. The program's calls are like each other but
 * for two kinds of slow ones, which each of the three knows by the same sample. They are compared once there are no more calls.
 */
@EnabledOnOs(OS.LINUX)
final class SameSharesIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern METER = Pattern.compile("probe_slow_seconds_sum\\{(.*)} (\\S+)");

    /** Of a meter's value half a bucket is not known. */
    private static final double APART_PERCENT = 3;

    /** When the recording was there: before it, on a busy machine, there may have been another share. */
    private static final String RECORDED = "recorded";

    /** A recording has other evidence of each call. */
    private static final double RECORDED_APART_PERCENT = 15;

    /** So many calls of the lock are waited for. */
    private static final int LOCKED = 30;

    @TempDir
    private Path folder;

    private record Told(double low, double percent, double high) {

        boolean isNear(Told other, double apart) {
            return low - apart <= other.high && other.low - apart <= high;
        }
    }

    private RunningJvm start() {
        return ForkedJvm.of(TwoCauses.class)
                .withAgent("report=off,slow=1ms,causes=deep,prometheus.port=0,probes=" + TwoCauses.class.getName()
                        + "#call")
                .arguments(folder.resolve("truth"))
                .start()
                .awaitText("ready");
    }

    private static JsonNode json(Object... arguments) throws IOException {
        return JSON.readTree(ForkedJvm.ofJar(ForkedJvm.AGENT)
                .quick()
                .arguments(arguments)
                .run()
                .expectExit(0)
                .stdout());
    }

    private static Told reported(RunningJvm jvm, String since) throws IOException {
        for (JsonNode row : json("report", jvm.pid(), "--since", since, "--causes", "-o", "json")
                .path("causes")) {
            if (row.path("band").asText().equals("from p99")
                    && row.path("cause").asText().equals("lock")) {
                return new Told(
                        row.path("shareLowPercent").asDouble(),
                        row.path("sharePercent").asDouble(),
                        row.path("shareHighPercent").asDouble());
            }
        }
        return new Told(0, 0, 0);
    }

    private static Told metered(RunningJvm jvm) throws IOException, InterruptedException {
        String url =
                AgentClient.to(jvm).awaitOpen("prometheus").ask("status").cell("backends", "prometheus", "address");
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
        Matcher meter = METER.matcher(HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body());
        double lock = 0;
        double all = 0;
        while (meter.find()) {
            double seconds = Double.parseDouble(meter.group(2));
            all += seconds;
            lock += meter.group(1).contains("cause=\"lock\"") ? seconds : 0;
        }
        double percent = all == 0 ? 0 : 100 * lock / all;
        return new Told(percent, percent, percent);
    }

    private static Told recorded(RunningJvm jvm) throws IOException {
        for (JsonNode row :
                json("why", jvm.pid(), "--past", "--slow", "1ms", "-o", "json").path("causes")) {
            if (row.path("cause").asText().equals("lock")) {
                return new Told(
                        row.path("percentLow").asDouble(),
                        row.path("percent").asDouble(),
                        row.path("percentHigh").asDouble());
            }
        }
        return new Told(0, 0, 0);
    }

    @Test
    @Tag("full")
    void aReportMetersAndARecordingOfOneJvmTellTheSameShare() throws IOException, InterruptedException {
        try (RunningJvm jvm = start()) {
            jvm.await(
                    "a recording",
                    () -> AgentClient.to(jvm)
                            .ask("status")
                            .cell("status", "deepCauses", "value")
                            .equals("on"));
            AgentClient.to(jvm).ask("mark", RECORDED);
            jvm.await(
                    "calls that waited for the lock",
                    () -> AgentClient.to(jvm).ask("report", RECORDED, "causes").table("causes").stream()
                            .anyMatch(row -> row.get("band").equals("from p99")
                                    && row.get("cause").equals("lock")
                                    && Integer.parseInt(row.get("causeCalls")) >= LOCKED));
            jvm.tell("enough").awaitText("no more calls");
            jvm.awaitAsserted(() -> {
                Told report = reported(jvm, "start");
                Told meters = metered(jvm);
                assertThat(report.isNear(meters, APART_PERCENT))
                        .as(report + " and meters " + meters)
                        .isTrue();
            });
            jvm.awaitAsserted(() -> {
                Told report = reported(jvm, RECORDED);
                Told recording = recorded(jvm);
                assertThat(report.isNear(recording, RECORDED_APART_PERCENT))
                        .as(report + " and recording " + recording)
                        .isTrue();
            });
        }
    }
}
