package org.latencyprobes.agent.attach;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.ParsedAnswer;

/** Tests of attaching the agent to a JVM that has been running for a while. */
@Tag("each-jdk")
final class AttachIT extends UnattachedJvm {

    @TempDir
    private Path folder;

    private JvmResult finished() {
        return jvm.tellToEnd().expectExit(0);
    }

    @Test
    void methodsOfLoadedClassesAndOfClassesToComeAreProbed() {
        ParsedAnswer attached = client.ask("attach");
        assertThat(attached.sentences()).first().asString().matches("attached: version .*, 5 methods in 1 class .*");
        assertThat(attached.sentences().stream().skip(1)).allMatch(sentence -> sentence.startsWith("under way now"));
        assertThat(attached.table("refused")).isEmpty();
        long before = countOf("short");
        jvm.await("more calls", () -> countOf("short") > before && countOf("throwing") > 0);
        jvm.tell("once").order("later");
        ParsedAnswer probes = client.ask("probes", "methods");
        assertThat(probes.count("once")).isEqualTo(1);
        assertThat(probes.count("later")).isEqualTo(1);
        assertThat(probes.cell("probes", "throwing", "error")).isEqualTo(probes.cell("probes", "throwing", "count"));
        assertThat(probes.table("methods"))
                .hasSize(6)
                .allMatch(row -> row.get("rule").equals("@Probe"));
        assertThat(finished().report().count("once")).isEqualTo(1);
    }

    @Test
    void optionsGivenWithItHold() {
        ParsedAnswer attached = client.ask("attach", "report=stdout,interval=100ms,jitter=off");
        assertThat(attached.cell("options", "interval", "value")).isEqualTo("100ms");
        assertThat(attached.cell("options", "interval", "source")).isEqualTo("agent argument");
        assertThat(attached.cell("options", "mode", "source")).isEqualTo("default");
        jvm.awaitText("latency probes, since the last time");
        JvmResult result = finished();
        assertThat(result.stdout()).contains("latency probes, since the start").doesNotContain("jitter.hiccup");
    }

    @Test
    void attachingAgainChangesTheOptionsNamedAndDoublesNothing() {
        client.ask("attach", "jitter=off,report=stdout");
        ParsedAnswer again = client.ask("attach", "mode=on,report=off,limit=7");
        assertThat(again.sentences()).contains("option report: stdout -> off", "option limit: 1000 -> 7");
        assertThat(again.cell("options", "jitter", "value")).isEqualTo("off");
        assertThat(again.cell("options", "limit", "source")).isEqualTo("command");
        jvm.order("once");
        assertThat(countOf("once")).isEqualTo(1);
        JvmResult result = finished();
        assertThat(result.messages())
                .filteredOn(message -> message.startsWith("option "))
                .containsExactly("option limit: 1000 -> 7", "option report: stdout -> off");
        assertThat(result.stdout()).doesNotContain("since the start");
    }

    @Test
    void badOptionsAreAnsweredAndTheAgentIsNotStarted() {
        ParsedAnswer refused =
                client.send("attach", "interval=soon,colour=red,onError=exit").expectExit(1);
        assertThat(refused.sentences())
                .hasSize(3)
                .contains(
                        "option interval: \"soon\" (agent argument) is not allowed; it takes off, or a duration from"
                                + " 100ms",
                        "the agent was not started");
        client.send("status").expectExit(4);
        client.ask("attach", "interval=10s");
    }

    @Test
    void badOptionsForARunningAgentChangeNothing() {
        client.ask("attach", "interval=10s");
        ParsedAnswer refused = client.send("attach", "mode=off,interval=soon").expectExit(1);
        assertThat(refused.sentences()).hasSize(2).last().isEqualTo("nothing was changed");
        ParsedAnswer status = client.ask("status");
        assertThat(status.cell("options", "interval", "value")).isEqualTo("10s");
        assertThat(status.cell("status", "mode", "value")).isEqualTo("on");
    }

    @Test
    void toolsThatKnowNothingOfOursGiveOptionsAlone() {
        client.loadAgent("report=stdout");
        assertThat(client.ask("status").cell("options", "report", "value")).isEqualTo("stdout");
        client.loadAgent("jitter=off");
        ParsedAnswer status = client.ask("status");
        assertThat(status.cell("options", "jitter", "value")).isEqualTo("off");
        assertThat(status.cell("options", "report", "value")).isEqualTo("stdout");
        client.loadAgent("jitter=loud");
        client.loadAgent(null);
        assertThat(finished().messages())
                .contains("option jitter: hiccup -> off")
                .contains("option jitter: \"loud\" (command) is not allowed; it takes hiccup, os or off");
    }

    @Test
    void unknownCommandsAreAnsweredWithThoseThereAre() {
        client.ask("attach");
        assertThat(client.send("dance").expectExit(2).sentences())
                .singleElement()
                .asString()
                .startsWith("unknown command \"dance\"; allowed are attach, hello, status, ");
        client.send("").expectExit(2);
    }

    @Tag("full")
    @Test
    void anotherJarIsStartedOnceTheFirstHasLeftAndCountsBeginAnew() throws IOException {
        Path other = Files.copy(ForkedJvm.AGENT, folder.resolve("other agent.jar"));
        client.ask("attach");
        jvm.order("once");
        AgentClient next = client.by(other);
        assertThat(next.ask("status").cell("status", "jar", "value")).isEqualTo(ForkedJvm.AGENT.toString());
        client.ask("detach");
        next.ask("attach");
        ParsedAnswer status = next.ask("status");
        assertThat(status.cell("status", "jar", "value")).isEqualTo(other.toString());
        assertThat(countOf("once")).isZero();
        jvm.order("once");
        assertThat(countOf("once")).isEqualTo(1);
    }
}
