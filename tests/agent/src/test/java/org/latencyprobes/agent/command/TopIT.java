package org.latencyprobes.agent.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.CallsOnRequest;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jdk;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.PseudoTerminal;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of the command {@code top}, in a pseudo-terminal and where there is none. */
@Tag("full")
final class TopIT {

    private static final String ESCAPE = "\u001b";
    private static final List<String> FIGURES =
            List.of("count", "totalus", "meanus", "p50us", "p90us", "p99us", "p999us", "p9999us", "maxus");

    @TempDir
    private Path folder;

    /** Of tests that leave its probes as they were, since columns are as wide as names. */
    private static RunningJvm jvm;

    @BeforeAll
    static void start() {
        jvm = calling();
    }

    private static RunningJvm calling() {
        RunningJvm calling = ForkedJvm.of(CallsOnRequest.class)
                .quick()
                .withAgent("report=off")
                .start()
                .awaitText("ready");
        return calling.order("woven 3000").order("own 2000");
    }

    @AfterAll
    static void end() {
        jvm.close();
    }

    private PseudoTerminal top(String environment, String... options) throws IOException {
        return topOf(jvm, environment, options);
    }

    private PseudoTerminal topOf(RunningJvm of, String environment, String... options) throws IOException {
        assumeTrue(PseudoTerminal.isPossible(), "there is no program script, of util-linux, to make a terminal");
        List<String> command = new ArrayList<>(List.of(
                Jdk.HOME.resolve("bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-jar",
                ForkedJvm.AGENT.toString(),
                "top",
                String.valueOf(of.pid())));
        command.addAll(List.of(options));
        return new PseudoTerminal(folder, 100, 30, "TERM=xterm-256color " + environment, command);
    }

    @Test
    void keysSortFilterAndShowDetailsAndQuitRestoresTheTerminal() throws Exception {
        try (PseudoTerminal terminal = top("", "--window", "start")) {
            terminal.await("woven").await("own").await("jitter.hiccup");
            assertThat(terminal.text()).contains("CallsOnRequest pid " + jvm.pid());
            terminal.type("/wov").await("filter: wov_").type("\r").await("filter: wov ");
            assertThat(terminal.lines()).noneMatch(line -> line.startsWith("own "));
            terminal.type("\r").await("3,000 calls").await("p99.9 ");
            terminal.type(ESCAPE).await("cost %");
            terminal.type("?").await("unprobe a pattern").type("?").await("cost %");
            terminal.type("q");
            assertThat(terminal.isLeftAsItWas()).isTrue();
            assertThat(terminal.printed()).contains(ESCAPE + "[?1049h", ESCAPE + "[?1049l", "ended with 0");
            assertThat(terminal.printed().lastIndexOf("[?25h"))
                    .isGreaterThan(terminal.printed().lastIndexOf("[?25l"));
        }
    }

    @Test
    void aKeySwitchesTheModeOfTheSelectedProbe() throws Exception {
        try (PseudoTerminal terminal = top("", "--filter", "woven")) {
            terminal.await("woven").type("mf\r").await("1 probe is off");
            terminal.type("mx\r").await("mode \"x\" is not allowed");
        }
        JsonNode probe = CommandLine.rows(CommandLine.done("probes", jvm.pid()), "probes", "probe", "woven")
                .get(0);
        assertThat(probe.get("mode").asText()).isEqualTo("off");
        AgentClient.to(jvm).ask("mode", "on", "woven");
    }

    @Test
    void keysProbeAndUnprobe() throws Exception {
        String method = CallsOnRequest.class.getName() + "#follow";
        try (RunningJvm own = calling();
                PseudoTerminal terminal = topOf(own, "")) {
            terminal.await("woven").type("p" + method + "\r").await("instrumented");
            assertThat(terminal.printed()).as("progress, over the table").doesNotContain("to be woven");
            own.order("own 7");
            terminal.await("CallsOnRequest.follow");
            terminal.type("u" + "\u007f".repeat(50) + method + "\r"); // what it prints may still be there from before
            own.await(
                    "no probe of " + method,
                    () -> AgentClient.to(own).ask("probes", "methods").table("methods").stream()
                            .noneMatch(row -> row.get("method").startsWith("follow(")));
        }
    }

    @Test
    void fitsIntoAWindowWhoseSizeChanges() throws Exception {
        try (PseudoTerminal terminal = top("", "--window", "start")) {
            terminal.await("cost %");
            terminal.resize(60, 15);
            terminal.awaitAbsence("cost %").await("max");
            assertThat(terminal.lines()).hasSizeLessThanOrEqualTo(15);
            terminal.resize(160, 40);
            terminal.await("total");
        }
    }

    @Test
    void controlCRestoresTheTerminalToo() throws Exception {
        try (PseudoTerminal terminal = top("")) {
            terminal.await("jitter.hiccup").type("\u0003");
            assertThat(terminal.isLeftAsItWas()).isTrue();
            assertThat(terminal.printed()).contains(ESCAPE + "[?1049l");
        }
    }

    @Test
    void withoutColoursThereAreNone() throws Exception {
        try (PseudoTerminal terminal = top("NO_COLOR=1")) {
            terminal.await("woven").type("q").isLeftAsItWas();
            assertThat(terminal.printed()).doesNotContainPattern(ESCAPE + "\\[[0-9;]*(3|4)[0-7][;m]");
        }
        try (PseudoTerminal terminal = top("TERM=dumb", "--window", "start", "--for", "1s")) {
            terminal.await("ended with 0");
            assertThat(terminal.printed()).contains("woven").doesNotContain(ESCAPE);
        }
    }

    @Test
    void namesSteerNothing() throws Exception {
        try (RunningJvm own = calling().order("hostile 5")) {
            try (PseudoTerminal terminal = topOf(own, "", "--window", "start", "--filter", "red")) {
                terminal.await("\\u001b[31mr")
                        .type("\r")
                        .await("5 calls")
                        .type("q")
                        .isLeftAsItWas();
                assertThat(terminal.printed()).doesNotContain(ESCAPE + "[31m", ESCAPE + "]0;", "\u0007");
            }
            assertThat(CommandLine.run("top", own.pid(), "--window", "start", "--for", "1s")
                            .stdout())
                    .contains("red")
                    .doesNotContain(ESCAPE);
        }
    }

    @Test
    void theEndOfTheJvmIsSaidAndTheLastFiguresStay() throws Exception {
        RunningJvm ending = calling();
        try (PseudoTerminal terminal = topOf(ending, "", "--window", "start")) {
            terminal.await("woven");
            ending.tellToEnd().expectExit(0);
            terminal.await("no process " + ending.pid());
            assertThat(terminal.text()).contains("woven");
            terminal.type("q");
            assertThat(terminal.isLeftAsItWas()).isTrue();
        } finally {
            ending.close();
        }
        JvmResult result = CommandLine.run("top", ending.pid());
        result.expectExit(3);
        assertThat(result.stderr()).contains(String.valueOf(ending.pid()));
    }

    @Test
    void aJvmThatIsStoppedForAWhileIsWatchedOn() {
        try (RunningJvm own = calling();
                RunningJvm top = CommandLine.of(ForkedJvm.AGENT, "top", own.pid(), "--lines", "--window", "start")
                        .start()) {
            top.awaitText("since the start");
            own.signal("STOP");
            try {
                top.awaitText("it is asked again");
            } finally {
                own.signal("CONT");
            }
            top.awaitTexts("since the start", top.printed().split("since the start", -1).length + 1);
        }
    }

    @Test
    void figuresSinceTheStartAreThoseOfTheReport() throws Exception {
        JsonNode report = CommandLine.done("report", jvm.pid());
        JvmResult result = CommandLine.run("top", jvm.pid(), "-o", "json", "--window", "start", "--for", "1s");
        List<JsonNode> lines = new ArrayList<>();
        for (String line : result.expectExit(0).stdout().lines().toList()) {
            lines.add(new ObjectMapper().readTree(line));
        }
        assertThat(lines).isNotEmpty();
        for (String probe : List.of("woven", "own")) {
            JsonNode reported =
                    CommandLine.rows(report, "report", "probe", probe).get(0);
            for (JsonNode line : lines) {
                JsonNode shown = CommandLine.rows(line, "top", "probe", probe).get(0);
                assertThat(FIGURES)
                        .allSatisfy(figure -> assertThat(shown.get(figure))
                                .as(probe + ' ' + figure)
                                .isEqualTo(reported.get(figure)));
            }
        }
    }

    @Test
    void withoutATerminalTablesAreLines() {
        JvmResult result = CommandLine.run("top", jvm.pid(), "--window", "start", "--for", "2s", "--sort", "probe");
        String text = result.expectExit(0).stdout();
        assertThat(text).contains("p99", "since the start").doesNotContain(ESCAPE);
        assertThat(text.indexOf("\nown\n")).isBetween(0, text.indexOf("\nwoven\n"));
    }

    @Test
    void wrongOptionsAreRefusedWithWhatIsAllowed() {
        assertThat(CommandLine.run("top", jvm.pid(), "--sort", "totl")
                        .expectExit(2)
                        .stderr())
                .contains("--sort totl is not allowed", "did you mean total");
        assertThat(CommandLine.run("top", jvm.pid(), "--window", "5m")
                        .expectExit(2)
                        .stderr())
                .contains("1s to 60s, or start");
        assertThat(CommandLine.run("top", jvm.pid(), "--interval", "1ms")
                        .expectExit(2)
                        .stderr())
                .contains("1s to 60s");
    }
}
