package org.latencyprobes.agent.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.start.NothingMarked;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jdk;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.ParsedAnswer;
import org.latencyprobes.agent.kit.PseudoTerminal;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of what attaching does to the JVM's compiled code: nothing before there is a probe, and nothing without a message. */
@Tag("full")
@Tag("each-jdk")
final class CompiledCodeIT {

    private static final int FIRST_JAVA_THAT_RECORDS = 23;
    private static final String PATTERN = NothingMarked.class.getName() + "#called()";
    private static final String WARNING =
            "weaving discards this JVM's compiled code once: throughput may fall to some per cent for seconds";

    @TempDir
    private Path folder;

    private RunningJvm jvm;
    private AgentClient client;

    private void start(String... flags) {
        start(Map.of(), flags);
    }

    private void start(Map<String, String> environment, String... flags) {
        ForkedJvm forked = ForkedJvm.of(NothingMarked.class);
        environment.forEach(forked::environment);
        jvm = forked.flags("-Xlog:redefine+class+load=info,redefine+class+nmethod=debug:file=" + log())
                .flags(flags)
                .start()
                .awaitText("ready");
        client = AgentClient.to(jvm);
    }

    @AfterEach
    void end() {
        jvm.close();
    }

    private Path log() {
        return folder.resolve("redefinitions.log");
    }

    /** The number of redefinitions, of any class. */
    private long redefinitions() throws IOException {
        return Files.readString(log())
                .lines()
                .filter(line -> line.contains("redefined name="))
                .count();
    }

    private boolean isAllDiscarded() throws IOException {
        return Files.readString(log()).contains("Marked all nmethods");
    }

    private static boolean isAtStake() {
        return Runtime.version().feature() < FIRST_JAVA_THAT_RECORDS;
    }

    private static void assertWarned(ParsedAnswer answer, boolean warned) {
        List<String> sentences = answer.sentences();
        assertThat(String.join("\n", sentences).contains(WARNING))
                .as("%s", sentences)
                .isEqualTo(warned);
    }

    private void call() {
        jvm.tell("call").awaitText("the call is over");
    }

    @Test
    void nothingIsTransformedAgainBeforeThereIsAProbe() throws IOException {
        start();
        assertWarned(client.ask("attach"), isAtStake());
        assertWarned(client.ask("dry-run", PATTERN), isAtStake());
        client.ask("status");
        if (isAtStake()) {
            client.ask("explain", PATTERN);
            client.ask("attach", "probes=" + NothingMarked.class.getName() + "#noSuchMethod()");
            assertThat(redefinitions()).isZero();
        }
        client.ask("probe", PATTERN);
        assertThat(redefinitions()).isPositive();
        assertThat(isAllDiscarded()).isEqualTo(isAtStake());
        assertWarned(client.ask("dry-run", PATTERN), false);
        call();
        assertThat(client.ask("probes").count("NothingMarked.called")).isEqualTo(1);
        client.ask("detach");
        assertWarned(client.ask("attach"), false);
    }

    @Test
    void withoutATerminalItIsRefusedAndSaidHowToAllowIt() throws IOException {
        start(Map.of("LATENCYPROBES_DEOPTIMISE", "ask"));
        JvmResult refused = CommandLine.run("probe", jvm.pid(), PATTERN);
        assertThat(refused.exitCode()).isEqualTo(isAtStake() ? 1 : 0);
        if (isAtStake()) {
            assertThat(refused.stderr()).contains(WARNING, "--yes allows it until detach", "deoptimise=allow");
            assertThat(CommandLine.run("why", jvm.pid(), PATTERN, "--for", "1s", "-o", "text")
                            .stderr())
                    .contains(WARNING, "--yes", "deoptimise=allow");
            assertThat(CommandLine.run("probe", jvm.pid(), "--dry-run", "--forecast", PATTERN)
                            .stderr())
                    .contains(WARNING, "--yes", "deoptimise=allow");
            assertRefused("the agent was not started", "attach", jvm.pid(), "probes=" + PATTERN);
            CommandLine.run("status", jvm.pid()).expectExit(4);
            CommandLine.run("attach", jvm.pid()).expectExit(0);
            assertRefused("nothing was changed", "set", jvm.pid(), "probes=" + PATTERN, "interval=1h");
            assertThat(client.ask("status").table("options"))
                    .as("nothing is changed by half")
                    .filteredOn(option -> List.of("probes", "interval").contains(option.get("option")))
                    .allMatch(option -> option.get("source").equals("default"));
            assertThat(redefinitions()).isZero();
            CommandLine.run("detach", jvm.pid()).expectExit(0);
            assertThat(CommandLine.run("attach", jvm.pid(), "deoptimise=ask", "probes=" + PATTERN, "--yes")
                            .expectExit(0)
                            .stdout())
                    .contains("attached: version", "1 method in 1 class woven");
            assertThat(jvm.awaitText("attached: version").printed())
                    .as("what is asked is not for the application's log")
                    .doesNotContain("refused, since");
        }
        call();
        assertThat(client.ask("probes").count("NothingMarked.called")).isEqualTo(1);
    }

    private static void assertRefused(String consequence, Object... command) {
        assertThat(CommandLine.run(command).expectExit(1).stderr())
                .contains(WARNING, "--yes", "deoptimise=allow", consequence);
    }

    /** A class that was woven as it loaded: to restore it discards as much as to weave it would. */
    @Test
    void whatWasWovenAsItLoadedIsRestoredOnlyWithConsent() throws IOException {
        String late = NothingMarked.class.getName() + "$Late#called()";
        start(Map.of("LATENCYPROBES_DEOPTIMISE", "ask"));
        CommandLine.run("attach", jvm.pid(), "probes=" + late).expectExit(0);
        call();
        if (isAtStake()) {
            assertRefused("--mode off", "unprobe", jvm.pid(), late);
            assertThat(client.ask("status").table("patterns")).isNotEmpty();
            assertThat(CommandLine.run("detach", jvm.pid()).expectExit(0).stdout())
                    .contains(
                            "detached: 0 classes restored, 1 left woven, with call sites that do nothing, since deoptimise=ask");
            assertThat(redefinitions()).isZero();
        }
    }

    @Test
    void unprobeIsDoneWithConsent() throws IOException {
        String late = NothingMarked.class.getName() + "$Late#called()";
        start(Map.of("LATENCYPROBES_DEOPTIMISE", "ask"));
        CommandLine.run("attach", jvm.pid(), "probes=" + late).expectExit(0);
        call();
        assertThat(CommandLine.run("unprobe", jvm.pid(), late, "--yes")
                        .expectExit(0)
                        .stdout())
                .contains("restored 1 class");
        assertThat(redefinitions()).isPositive();
    }

    private PseudoTerminal terminal(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Jdk.HOME.resolve("bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-jar",
                ForkedJvm.AGENT.toString()));
        command.addAll(List.of(words));
        return new PseudoTerminal(folder, 100, 30, "TERM=xterm-256color", command);
    }

    /** Whoever is asked may give up. What was attached for it has left then. */
    @Test
    void onATerminalItAsksAndCtrlCIsANo() throws Exception {
        start(Map.of("LATENCYPROBES_DEOPTIMISE", "ask"));
        assumeTrue(isAtStake(), "nothing is at stake on this JDK");
        assumeTrue(PseudoTerminal.isPossible(), "there is no program script, of util-linux, to make a terminal");
        String pid = String.valueOf(jvm.pid());
        for (String command : List.of("why", "probe")) {
            try (PseudoTerminal terminal = terminal(command, pid, PATTERN, "-o", "text")) {
                terminal.await("go on? [y/N]")
                        .type("\u0003")
                        .await("nothing was changed")
                        .await("ended with ");
                assertThat(terminal.lines()).contains("ended with 1");
                assertThat(terminal.text()).contains("detached: 0 classes").doesNotContain("refused");
            }
            CommandLine.run("status", pid).expectExit(4);
            try (PseudoTerminal terminal = terminal(command, pid, PATTERN, "-o", "text")) {
                terminal.await("go on? [y/N]").hangUp();
                jvm.await(
                        "an agent that has left",
                        () -> CommandLine.run("status", pid).exitCode() == 4);
            }
        }
        client.ask("attach");
        try (PseudoTerminal terminal = terminal("top", pid)) {
            terminal.await("pid " + pid).type("p" + PATTERN + "\r").await("y and Enter go on");
            assertThat(terminal.text()).contains(WARNING);
            terminal.type("n\r").await("nothing was changed").type("q").await("ended with 0");
        }
        assertThat(redefinitions()).isZero();
        try (PseudoTerminal terminal = terminal("why", pid, PATTERN, "--for", "1s", "-o", "text")) {
            terminal.await("a yes holds until detach; go on? [y/N]").type("y\r").await("ended with ");
            assertThat(terminal.text()).contains("compiled code was discarded, as was allowed");
        }
        assertThat(redefinitions()).isPositive();
    }

    @Test
    void itCanBeForbidden() throws IOException {
        start();
        assertWarned(client.ask("attach", "deoptimise=refuse,probes=" + PATTERN), isAtStake());
        assertThat(redefinitions() == 0).isEqualTo(isAtStake());
        client.ask("attach", "deoptimise=allow");
        call();
        assertThat(client.ask("probes").count("NothingMarked.called")).isEqualTo(1);
    }

    /** Else they would be there for good, and each class that loads later would be woven. */
    private void expectThatWhyLeavesNoPattern() {
        String all =
                NothingMarked.class.getName() + "*#called() with accessors"; // of which one loads when it is called
        client.ask("why-begin", "7", "600000", "600000", "false", "0", all);
        call();
        assertThat(client.ask("why-end", "7", "false").sentences().stream()
                        .anyMatch(said -> said.startsWith("pattern removed: " + all + "; what was woven for it")))
                .isEqualTo(isAtStake());
        assertThat(client.ask("status").table("patterns")).isEmpty();
    }

    @Test
    void whereItIsForbiddenAMethodThatIsNotWovenIsNotShownAsProbed() throws IOException {
        start();
        client.ask("attach", "deoptimise=refuse");
        expectThatWhyLeavesNoPattern();
        String verdict = isAtStake() ? "refused" : "probed";
        String reason = isAtStake() ? "deoptimise=refuse keeps loaded classes as they are" : "";
        ParsedAnswer probed = client.ask("probe", PATTERN);
        assertThat(probed.cell("methods", NothingMarked.class.getName(), "verdict"))
                .isEqualTo(verdict);
        assertThat(probed.cell("methods", NothingMarked.class.getName(), "reason"))
                .isEqualTo(reason);
        assertThat(client.ask("explain", PATTERN).cell("explain", NothingMarked.class.getName(), "reason"))
                .isEqualTo(reason);
        client.ask("attach", "deoptimise=allow");
        assertThat(client.ask("explain", PATTERN).cell("explain", NothingMarked.class.getName(), "verdict"))
                .isEqualTo("probed");
    }

    /** It wove nothing, so that nothing has to be restored, whatever other patterns have left as it is. */
    @Test
    void whereItIsForbiddenAPatternThatWoveNothingIsRemoved() throws IOException {
        String late = NothingMarked.class.getName() + "$Late#called()";
        start();
        client.ask("attach", "deoptimise=refuse,probes=" + PATTERN + ';' + late);
        assertThat(client.ask("unprobe", PATTERN).sentences()).contains("pattern removed: " + PATTERN);
    }

    @Test
    void whereItIsForbiddenDetachSaysWhichClassesStayWoven() throws IOException {
        start();
        client.ask("attach", "deoptimise=refuse,probes=" + NothingMarked.class.getName() + "$Late#called()");
        call();
        assertThat(client.ask("detach").sentences())
                .containsExactly(
                        isAtStake()
                                ? "detached: 0 classes restored, 1 left woven, with call sites that do nothing,"
                                        + " since deoptimise=refuse keeps loaded classes as they are"
                                : "detached: 1 class restored");
        assertThat(redefinitions() == 0).isEqualTo(isAtStake());
    }

    @Test
    void withAnAgentFromTheStartThereIsNothingToSay() throws IOException {
        start("-javaagent:" + ForkedJvm.AGENT);
        assertWarned(client.ask("dry-run", PATTERN), false);
        client.ask("probe", PATTERN);
        assertThat(redefinitions()).isPositive();
        assertThat(isAllDiscarded()).isFalse();
    }
}
