package org.latencyprobes.agent.attach;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.UnderLoad;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.ParsedAnswer;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of changing modes, reports and options of a running agent, by command and by its options file. */
final class LiveControlIT {

    @TempDir
    private Path folder;

    private RunningJvm jvm;
    private AgentClient client;

    @BeforeEach
    void start() throws IOException {
        jvm = ForkedJvm.of(UnderLoad.class)
                .quick()
                .withAgent("jitter=off,config=" + options("report=off"))
                .start()
                .awaitText("ready");
        client = AgentClient.to(jvm);
    }

    @AfterEach
    void end() {
        jvm.kill();
    }

    /** Puts it there whole, whatever holds this thread up: half of a file would be other options. */
    private Path options(String content) throws IOException {
        Path whole = Files.writeString(folder.resolve("whole"), content);
        return Files.move(whole, folder.resolve("probes.properties"), StandardCopyOption.ATOMIC_MOVE);
    }

    private long countOnce(ParsedAnswer answered, String table) {
        return answered.table(table).stream()
                .filter(row -> row.get("probe").equals("once"))
                .mapToLong(row -> Long.parseLong(row.get("count")))
                .sum();
    }

    private String modeOf(String probe) {
        return client.ask("probes").cell("probes", probe, "mode");
    }

    @Test
    void modesAreSwitchedByNameAndAllAtOnce() {
        jvm.order("once");
        assertThat(client.ask("mode", "off", "short").sentences()).containsExactly("1 probe is off");
        assertThat(List.of(modeOf("short"), modeOf("once"))).containsExactly("off", "on");
        client.ask("mode", "off", "*");
        jvm.order("once");
        assertThat(client.ask("probes").count("once")).isEqualTo(1);
        assertThat(client.ask("status").cell("options", "mode", "source")).isEqualTo("command mode");
        client.ask("mode", "on");
        assertThat(modeOf("short")).isEqualTo("on");
        assertThat(client.send("mode", "on", "nobody").expectExit(1).sentences())
                .containsExactly("no probe \"nobody\"; there are once, pending, short, throwing, waiting");
        client.send("mode", "sideways").expectExit(2);
    }

    /** The probe's method has been woven, but not called. */
    @Tag("full")
    @Test
    void aModeHoldsForAProbeToCome() {
        client.ask("mode", "off", "once");
        jvm.order("once");
        assertThat(client.ask("probes").count("once")).isZero();
        assertThat(modeOf("once")).isEqualTo("off");
    }

    @Test
    void reportsAreFromTheStartTheLastReportOrAMark() {
        jvm.order("once");
        client.ask("mark", "before lunch");
        jvm.order("once");
        assertThat(countOnce(client.ask("report"), "report")).isEqualTo(2);
        assertThat(countOnce(client.ask("report", "last"), "report")).isEqualTo(2);
        jvm.order("once");
        assertThat(countOnce(client.ask("report", "last"), "report")).isEqualTo(1);
        assertThat(countOnce(client.ask("report", "before lunch"), "report")).isEqualTo(2);
        assertThat(countOnce(client.ask("report", "before lunch"), "report")).isEqualTo(2);
        assertThat(client.send("report", "after lunch").expectExit(1).sentences())
                .containsExactly("no bookmark \"after lunch\"; there are start, last, before lunch");
        client.send("mark", "last").expectExit(2);
        Map<String, String> row = client.ask("report").table("report").get(0);
        assertThat(Double.parseDouble(row.get("meanus"))).isLessThanOrEqualTo(Double.parseDouble(row.get("maxus")) + 1);
        assertThat(Long.parseLong(row.get("startMillis"))).isLessThanOrEqualTo(Long.parseLong(row.get("endMillis")));
    }

    @Test
    @Tag("full")
    void sinksFollowTheOptions() throws IOException {
        Path first = folder.resolve("first.hlog");
        Path second = folder.resolve("second.hlog");
        jvm.order("once");
        client.ask("attach", "hlog=" + first + ",hlog.interval=100ms,report=stdout,interval=100ms");
        jvm.order("once");
        jvm.await(
                "a line in the log",
                () -> Files.exists(first) && Files.readString(first).contains("once;ok"));
        jvm.awaitText("latency probes, since the last time");
        client.ask("attach", "hlog=" + second + ",interval=off");
        jvm.order("once");
        jvm.await(
                "a line in the next log",
                () -> Files.exists(second) && Files.readString(second).contains("once;ok"));
        assertThat(lines(first, "once;ok")).as("begins when it is asked for").hasSize(1);
        assertThat(lines(second, "once;ok")).as("begins where the former ended").hasSize(1);
        ParsedAnswer answered = client.ask("attach", "memory=32m,jitter=hiccup,mode=off");
        assertThat(answered.sentences())
                .contains("option memory: auto -> 32m", "option jitter: off -> hiccup", "option mode: on -> off");
        assertThat(client.ask("status").cell("status", "memoryCapBytes", "value"))
                .isEqualTo(String.valueOf(32 << 20));
        assertThat(modeOf("short")).isEqualTo("off");
    }

    private static List<String> lines(Path file, String text) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        lines.removeIf(line -> !line.contains(text));
        return lines;
    }

    @Test
    void anEditOfTheOptionsFileIsFollowedAndAnnouncedOnce() throws IOException {
        options("report=off\nmode=off\ninterval=10s");
        jvm.awaitText("option mode: on -> off"); // the later one of the two
        assertThat(modeOf("short")).isEqualTo("off");
        options("report=off");
        jvm.awaitText("option mode: off -> on");
        assertThat(client.ask("status").cell("options", "interval", "value")).isEqualTo("off");
        assertThat(jvm.tellToEnd().messages())
                .containsExactly(
                        "option interval: off -> 10s",
                        "option mode: on -> off",
                        "option interval: 10s -> off",
                        "option mode: off -> on");
    }

    @Tag("full")
    @Test
    void aBrokenEditIsAnnouncedOnceAndTheFormerOptionsStay() throws IOException {
        options("report=off\nmode=off\ninterval=soon");
        jvm.awaitText("all options stay as they were");
        Files.delete(folder.resolve("probes.properties"));
        jvm.awaitTexts("all options stay as they were", 2);
        assertThat(modeOf("short")).isEqualTo("on");
        options("report=off\nmode=off");
        jvm.awaitText("option mode: on -> off");
        assertThat(jvm.tellToEnd().messages())
                .hasSize(5)
                .contains("option interval: \"soon\" (file " + folder.resolve("probes.properties")
                        + ") is not allowed; it takes off, or a duration from 100ms");
    }

    @Test
    @Tag("full")
    void whatIsAskedByCommandWinsOverTheFile() throws IOException {
        client.ask("attach", "interval=5s");
        options("report=off\ninterval=10s\nlimit=9");
        jvm.awaitText("option limit: 1000 -> 9");
        assertThat(client.ask("status").cell("options", "interval", "value")).isEqualTo("5s");
    }
}
