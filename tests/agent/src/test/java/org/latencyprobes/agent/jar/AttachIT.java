package org.latencyprobes.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.UnderLoad;
import org.latencyprobes.agent.kit.Answered;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Result;
import org.latencyprobes.agent.kit.RunningJvm;
import org.latencyprobes.agent.kit.Talk;

/** The agent attached to a JVM that has been working for a while. */
final class AttachIT {

    @TempDir
    private Path folder;

    private RunningJvm jvm;
    private Talk talk;

    @BeforeEach
    void start() {
        jvm = ForkedJvm.of(UnderLoad.class).start().awaitText("ready");
        talk = Talk.to(jvm);
    }

    @AfterEach
    void end() {
        jvm.kill();
    }

    private Result finished() {
        return jvm.tellToEnd().expectExit(0);
    }

    private long countOf(String probe) {
        return talk.ask("probes").count(probe);
    }

    @Test
    void methodsOfLoadedClassesAndOfClassesToComeAreProbed() {
        Answered attached = talk.ask("attach");
        assertThat(attached.sentences()).first().asString().matches("attached: version .*, 5 methods in 1 class .*");
        assertThat(attached.sentences().stream().skip(1)).allMatch(sentence -> sentence.startsWith("under way now"));
        assertThat(attached.table("refused")).isEmpty();
        long before = countOf("short");
        jvm.tell("once").tell("later").awaitText("done later");
        Answered probes = talk.ask("probes", "methods");
        assertThat(probes.count("once")).isEqualTo(1);
        assertThat(probes.count("later")).isEqualTo(1);
        assertThat(probes.count("short")).isGreaterThan(before);
        assertThat(probes.cell("probes", "throwing", "error")).isEqualTo(probes.cell("probes", "throwing", "count"));
        assertThat(probes.table("methods"))
                .hasSize(6)
                .allMatch(row -> row.get("rule").equals("@Probe"));
        assertThat(finished().report().count("once")).isEqualTo(1);
    }

    @Test
    void optionsGivenWithItHold() {
        Answered attached = talk.ask("attach", "report=stdout,interval=100ms,jitter=off");
        assertThat(attached.cell("options", "interval", "value")).isEqualTo("100ms");
        assertThat(attached.cell("options", "interval", "source")).isEqualTo("agent argument");
        assertThat(attached.cell("options", "mode", "source")).isEqualTo("default");
        jvm.awaitText("latency probes, since the last time");
        Result result = finished();
        assertThat(result.stdout()).contains("latency probes, since the start").doesNotContain("jitter.hiccup");
    }

    @Test
    void attachingAgainChangesTheOptionsNamedAndDoublesNothing() {
        talk.ask("attach", "jitter=off,report=stdout");
        Answered again = talk.ask("attach", "mode=on,report=off,limit=7");
        assertThat(again.sentences()).contains("option report: stdout -> off", "option limit: 1000 -> 7");
        assertThat(again.cell("options", "jitter", "value")).isEqualTo("off");
        jvm.tell("once").awaitText("done once");
        assertThat(countOf("once")).isEqualTo(1);
        Result result = finished();
        assertThat(result.messages())
                .filteredOn(message -> message.startsWith("option "))
                .containsExactly("option limit: 1000 -> 7", "option report: stdout -> off");
        assertThat(result.stdout()).doesNotContain("since the start");
    }

    @Test
    void badOptionsAreAnsweredAndTheAgentIsNotStarted() {
        Answered refused =
                talk.send("attach", "interval=soon,colour=red,onError=exit").expectExit(1);
        assertThat(refused.sentences())
                .hasSize(3)
                .contains(
                        "option interval: \"soon\" (agent argument) is not allowed; it takes off, or a duration from 100ms",
                        "the agent was not started");
        talk.send("status").expectExit(4);
        talk.ask("attach", "interval=10s");
    }

    @Test
    void badOptionsForARunningAgentChangeNothing() {
        talk.ask("attach", "interval=10s");
        Answered refused = talk.send("attach", "mode=off,interval=soon").expectExit(1);
        assertThat(refused.sentences()).hasSize(2).last().isEqualTo("nothing was changed");
        Answered status = talk.ask("status");
        assertThat(status.cell("options", "interval", "value")).isEqualTo("10s");
        assertThat(status.cell("status", "mode", "value")).isEqualTo("on");
    }

    @Test
    void toolsThatKnowNothingOfOursGiveOptionsAlone() {
        talk.loadAgent("report=stdout");
        assertThat(talk.ask("status").cell("options", "report", "value")).isEqualTo("stdout");
        talk.loadAgent("jitter=off");
        Answered status = talk.ask("status");
        assertThat(status.cell("options", "jitter", "value")).isEqualTo("off");
        assertThat(status.cell("options", "report", "value")).isEqualTo("stdout");
        talk.loadAgent("jitter=loud");
        talk.loadAgent(null);
        assertThat(finished().messages())
                .contains("option jitter: hiccup -> off")
                .contains("option jitter: \"loud\" (agent argument) is not allowed; it takes hiccup, os or off");
    }

    @Test
    void whatIsAskedWithoutAnAgentIsRefusedAndStartsNone() {
        for (String command : new String[] {"status", "detach", "probes", "nonsense"}) {
            assertThat(talk.send(command).expectExit(4).sentences())
                    .containsExactly("no agent in this JVM; start it with: attach <pid>");
        }
        assertThat(finished().messages()).isEmpty();
    }

    @Test
    void unknownCommandsAreAnsweredWithThoseThereAre() {
        talk.ask("attach");
        assertThat(talk.send("dance").expectExit(2).sentences())
                .singleElement()
                .asString()
                .startsWith("unknown command \"dance\"; allowed are attach, status, ");
        talk.send("").expectExit(2);
    }

    @Test
    void whereTheAnswerCannotBeWrittenTheWorkIsDoneAllTheSame() throws IOException {
        Path missing = folder.resolve("missing").resolve("reply.txt");
        talk.loadAgent("jar=" + ForkedJvm.AGENT + "\nreply=" + missing + "\nattach\treport=off\n");
        assertThat(talk.ask("status").cell("options", "report", "value")).isEqualTo("off");
        assertThat(Files.exists(missing.getParent())).isFalse();
    }

    @Test
    void anotherJarIsStartedOnceTheFirstHasLeftAndCountsBeginAnew() throws IOException {
        Path other = Files.copy(ForkedJvm.AGENT, folder.resolve("other agent.jar"));
        talk.ask("attach");
        jvm.tell("once").awaitText("done once");
        Talk next = talk.by(other);
        assertThat(next.ask("status").cell("status", "jar", "value")).isEqualTo(ForkedJvm.AGENT.toString());
        talk.ask("detach");
        next.ask("attach");
        Answered status = next.ask("status");
        assertThat(status.cell("status", "jar", "value")).isEqualTo(other.toString());
        assertThat(countOf("once")).isZero();
        jvm.tell("once").awaitTexts("done once", 2);
        assertThat(countOf("once")).isEqualTo(1);
    }
}
