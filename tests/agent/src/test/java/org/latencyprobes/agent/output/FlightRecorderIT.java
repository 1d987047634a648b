package org.latencyprobes.agent.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.ResourceInspector;
import org.latencyprobes.agent.fixture.SlowOnPurpose;
import org.latencyprobes.agent.fixture.SlowOnRequest;
import org.latencyprobes.agent.fixture.Ticking;
import org.latencyprobes.agent.fixture.UnderLoad;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.Jdk;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of the agent's events in recordings of Flight Recorder that others start. */
@Tag("full")
@Tag("each-jdk")
final class FlightRecorderIT {

    private static final String CALL = "latencyprobes.SlowCall";
    private static final String PROBE = "latencyprobes.Probe";
    private static final int KNOWN = 20;

    /** The shortest of the known calls takes longer than this: their events have the calls' starts, and not the time of the writing. */
    private static final long APART_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    @TempDir
    private Path folder;

    private int dumps;

    private String classesLogged() {
        return "-Xlog:class+load:file=" + folder.resolve("classes");
    }

    private String classes() throws IOException {
        return Files.readString(folder.resolve("classes"));
    }

    private static void record(RunningJvm jvm, String... settings) throws IOException {
        Jdk.tool(
                "jcmd",
                Stream.concat(Stream.of(jvm.pid(), "JFR.start", "name=others"), Stream.of(settings))
                        .toArray());
    }

    private List<RecordedEvent> recorded(RunningJvm jvm, Predicate<RecordedEvent> which) throws IOException {
        Path file = folder.resolve("dump-" + dumps++ + ".jfr");
        Jdk.tool("jcmd", jvm.pid(), "JFR.dump", "name=others", "filename=" + file);
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith("latencyprobes."))
                .filter(which)
                .toList();
    }

    private static boolean isCall(RecordedEvent event) {
        return event.getEventType().getName().equals(CALL);
    }

    private static boolean isKnown(RecordedEvent event) {
        return isCall(event)
                && event.getString("thread").startsWith("known-")
                && event.getString("probe").equals("outer");
    }

    private static boolean isProbe(RecordedEvent event) {
        return event.getEventType().getName().equals(PROBE);
    }

    @Test
    void slowCallsAndProbesAreInARecordingThatSomebodyStartsLater() throws IOException {
        try (RunningJvm jvm = ForkedJvm.of(SlowOnRequest.class)
                .flags(classesLogged())
                .withAgent("report=off,slow=20ms,clock=nanotime")
                .start()
                .awaitText("ready")) {
            jvm.order("fast");
            jvm.await("a look for Flight Recorder", () -> classes().contains(".flight.FlightOutput "));
            assertThat(classes()).doesNotContain(" jdk.jfr.");
            record(jvm, "+" + PROBE + "#period=1s");
            jvm.await("the classes of the events", () -> classes().contains(".flight.SlowCallEvent "));
            jvm.await("as many known calls as an order has are explained", () -> {
                jvm.order("known"); // again: of these, some are lost where the agent's thread has no CPU
                return knownAndExplained(jvm) >= KNOWN;
            });
            expectAsInTheTable(recorded(jvm, FlightRecorderIT::isKnown), jvm);
            jvm.await("an event of the probe", () -> {
                jvm.order("fast");
                return recorded(jvm, FlightRecorderIT::isProbe).stream()
                        .anyMatch(
                                event -> event.getString("probe").equals("outer")); // each probe's is written by itself
            });
            expectFigures(recorded(jvm, FlightRecorderIT::isProbe));
            AgentClient.to(jvm).ask("mode", "counted", "outer");
            jvm.await("an event of calls that were counted only", () -> {
                jvm.order("fast");
                return recorded(jvm, FlightRecorderIT::isProbe).stream().anyMatch(FlightRecorderIT::isCountedOnly);
            });
        }
    }

    /** Flight Recorder's tools show such a time as N/A. */
    private static boolean isCountedOnly(RecordedEvent event) {
        return event.getLong("count") > 0
                && Stream.of("p50", "p99", "p999", "max").allMatch(time -> event.getLong(time) == Long.MIN_VALUE);
    }

    /** How many are: the thread that answers has written the events of these. */
    private static long knownAndExplained(RunningJvm jvm) {
        return AgentClient.to(jvm).ask("slow", "0").table("slow").stream()
                .filter(row -> row.get("thread").startsWith("known-")
                        && row.get("probe").equals("outer")
                        && !row.get("parts").isEmpty())
                .count();
    }

    /**
     * Events and rows are of the same samples: each event has the row of its duration. All events are in one chunk, as no dump has begun
     * another one, so that their starts are by one pair of clocks.
     */
    private static void expectAsInTheTable(List<RecordedEvent> events, RunningJvm jvm) {
        List<Map<String, String>> rows = AgentClient.to(jvm).ask("slow", "0").table("slow");
        assertThat(events).hasSizeGreaterThanOrEqualTo(KNOWN);
        long apart = startNanos(events.get(0))
                - Long.parseLong(row(events.get(0), rows).get("startNanos"));
        for (RecordedEvent event : events) {
            Map<String, String> row = row(event, rows);
            assertThat(startNanos(event) - Long.parseLong(row.get("startNanos")))
                    .isCloseTo(apart, within(APART_NANOS));
            assertThat(event.getStartTime())
                    .isCloseTo(
                            Instant.ofEpochMilli(Long.parseLong(row.get("atMillis"))), within(10, ChronoUnit.MINUTES));
            assertThat(row)
                    .containsEntry("probe", event.getString("probe"))
                    .containsEntry("outcome", event.getString("outcome"))
                    .containsEntry("thread", event.getString("thread"))
                    .containsEntry("threadId", String.valueOf(event.getLong("threadId")))
                    .containsEntry("parts", event.getString("causes"))
                    .containsEntry("nested", "1");
            assertThat(event.getString("mainCause")).isNotEmpty();
            assertThat(event.getLong("nestedCalls")).isEqualTo(1);
        }
    }

    private static long startNanos(RecordedEvent event) {
        return Duration.between(Instant.EPOCH, event.getStartTime()).toNanos();
    }

    private static Map<String, String> row(RecordedEvent event, List<Map<String, String>> rows) {
        double micros = event.getDuration().toNanos() / 1e3;
        return rows.stream()
                .filter(row -> row.get("probe").equals(event.getString("probe"))
                        && row.get("threadId").equals(String.valueOf(event.getLong("threadId"))))
                .filter(row -> Math.abs(Double.parseDouble(row.get("durationus")) - micros) < 1)
                .findFirst()
                .orElseThrow();
    }

    private static void expectFigures(List<RecordedEvent> events) {
        assertThat(events)
                .anySatisfy(event -> assertThat(event.getString("probe")).isEqualTo("outer"))
                .allSatisfy(event -> {
                    assertThat(event.getLong("count")).isPositive();
                    assertThat(event.getDouble("rate")).isPositive();
                    assertThat(event.getLong("max")).isNotNegative();
                    assertThat(Stream.of("p50", "p99", "p999", "max")
                                    .map(event::getLong)
                                    .filter(nanos -> nanos != Long.MIN_VALUE)) // of too few calls
                            .isSorted();
                });
    }

    @Test
    void aRecordingsSettingsApply() throws IOException {
        try (RunningJvm jvm = ForkedJvm.of(SlowOnRequest.class)
                .flags(classesLogged())
                .withAgent("report=off,slow=20ms")
                .start()
                .awaitText("ready")) {
            record(jvm, "+" + PROBE + "#enabled=false", "+" + CALL + "#threshold=60ms");
            jvm.order("known");
            jvm.await("the classes of the events", () -> classes().contains(".flight.SlowCallEvent "));
            jvm.await("an event of a known call", () -> {
                jvm.order("known"); // again, as above
                return !recorded(jvm, FlightRecorderIT::isKnown).isEmpty();
            });
            assertThat(recorded(jvm, event -> true))
                    .noneMatch(FlightRecorderIT::isProbe)
                    .allMatch(event -> event.getDuration().toMillis() >= 60);
        }
    }

    /** The command opens the session: no class with a probe has been loaded. */
    @Test
    void slowCallsAreInARecordingAlsoWhereACommandCameBeforeAnyProbe() throws IOException {
        try (RunningJvm jvm = ForkedJvm.of(SlowOnPurpose.class)
                .flags(classesLogged())
                .withAgent("report=off,slow=2ms")
                .start()
                .awaitText("ready")) {
            AgentClient client = AgentClient.to(jvm);
            client.ask("status");
            jvm.await("a look for Flight Recorder", () -> classes().contains(".flight.FlightOutput "));
            record(jvm);
            jvm.await("the classes of the events", () -> classes().contains(".flight.SlowCallEvent "));
            client.ask("probe", SlowOnPurpose.class.getName() + "#sleep");
            jvm.await(
                    "a slow call",
                    () -> client.ask("slow", "0").table("slow").stream()
                            .anyMatch(row -> !row.get("parts").isEmpty()));
            jvm.await(
                    "its event", () -> !recorded(jvm, FlightRecorderIT::isCall).isEmpty());
        }
    }

    /** The recording goes on, with the events of both agents. */
    @Test
    void aRecordingThatGoesOnKeepsNothingOfTheAgent() throws IOException {
        String agent = ResourceInspector.class.getName();
        Path observer = Jars.jar(
                folder.resolve("observer.jar"), Map.of("Premain-Class", agent, "Can-Retransform-Classes", "true"));
        try (RunningJvm jvm = ForkedJvm.of(UnderLoad.class)
                .flags("-javaagent:" + observer)
                .start()
                .awaitText("ready")) {
            record(jvm, "+" + PROBE + "#period=1s");
            AgentClient client = AgentClient.to(jvm);
            for (int stay = 1; stay <= 2; stay++) {
                client.ask("attach");
                Instant came = Instant.now();
                jvm.await("an event of each kind", () -> {
                    List<RecordedEvent> events =
                            recorded(jvm, event -> event.getStartTime().isAfter(came));
                    return events.stream().anyMatch(FlightRecorderIT::isProbe)
                            && !events.stream().allMatch(FlightRecorderIT::isProbe);
                });
                client.ask("detach");
                String loaders = "loaders" + stay + "=0";
                String facts = "facts " + stay;
                jvm.await(
                        "its loader is collected",
                        () -> jvm.order(facts).printed().contains(loaders));
            }
        }
    }

    @Test
    void aJvmWithoutFlightRecorderIsLeftAlone() throws IOException {
        Path image = folder.resolve("image");
        Jdk.tool("jlink", "--add-modules", "java.base,java.instrument", "--output", image.toString());
        try (RunningJvm jvm = ForkedJvm.of(Ticking.class)
                .javaHome(image)
                .flags(classesLogged(), "-XX:+EnableDynamicAgentLoading") // else the JVM warns from 21 on
                .withAgent("report=off,slow=20us")
                .start()
                .awaitText("ready")) {
            jvm.await("a look for Flight Recorder", () -> classes().contains(".flight.FlightOutput "));
            jvm.await(
                    "slow calls",
                    () -> !AgentClient.to(jvm).ask("slow", "0").table("slow").isEmpty());
            assertThat(jvm.tellToEnd().expectExit(0).stderr()).isEmpty();
        }
    }
}
