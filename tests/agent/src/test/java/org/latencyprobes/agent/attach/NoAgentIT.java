package org.latencyprobes.agent.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.latencyprobes.agent.kit.CommandLine.done;
import static org.latencyprobes.agent.kit.CommandLine.messages;
import static org.latencyprobes.agent.kit.CommandLine.rows;
import static org.latencyprobes.agent.kit.CommandLine.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.latencyprobes.agent.fixture.Repository;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of commands to a JVM that has no agent. */
@EnabledOnOs(OS.LINUX)
@ResourceLock(CommandLine.ALL_JVMS)
final class NoAgentIT {

    private static final String FIND = Repository.class.getName() + "#find";
    private static final String STORE = Repository.class.getName() + "#store";

    private RunningJvm jvm;

    @BeforeEach
    void start() {
        jvm = ForkedJvm.of(Repository.class).quick().start().awaitText("ready");
    }

    @AfterEach
    void end() {
        jvm.kill();
    }

    private void assertThatItIsRefused(String command, Object... arguments) {
        Object[] words = Stream.concat(Stream.of(command, jvm.pid()), Stream.of(arguments))
                .toArray();
        assertThat(run(words).expectExit(4).stderr())
                .startsWith("no agent in this JVM; start it with: attach " + jvm.pid() + "\n");
    }

    private void assertThatNothingWasLoaded() throws IOException {
        assertThat(jvm.tellToEnd().expectExit(0).stderr()).isEmpty();
    }

    /** Nor is it made to listen to whoever may attach. */
    @Test
    void aQuestionIsRefusedAndLoadsNothing() throws IOException {
        assertThatItIsRefused("report");
        assertThat(maps()).doesNotContain("libinstrument");
        assertThat(Path.of("/tmp/.java_pid" + jvm.pid())).doesNotExist();
        assertThatNothingWasLoaded();
    }

    @Test
    @Tag("full")
    void soIsEveryOther() throws IOException {
        for (String command : List.of("status", "probes", "slow", "stalls", "detach")) {
            assertThatItIsRefused(command);
        }
        assertThatItIsRefused("probes", "--explain", FIND);
        assertThatItIsRefused("unprobe", FIND);
        assertThatItIsRefused("probe", "--mode", "off", "*");
        assertThatItIsRefused("mark", "noon");
        assertThatItIsRefused("top", "--lines");
        assertThatItIsRefused("why", "--past");
        assertThat(maps()).doesNotContain("libinstrument");
        assertThat(Path.of("/tmp/.java_pid" + jvm.pid())).doesNotExist();
        assertThatNothingWasLoaded();
    }

    private String maps() throws IOException {
        return Files.readString(Path.of("/proc", String.valueOf(jvm.pid()), "maps"));
    }

    @Test
    void probeAttachesAndSaysSo() {
        JsonNode probed = done("probe", jvm.pid(), STORE);
        assertThat(messages(probed)).first().asString().startsWith("no agent was in this JVM; attached: version ");
        assertThat(rows(probed, "methods", "verdict", "probed")).hasSize(1);
        assertThat(messages(done("probe", jvm.pid(), FIND))).noneMatch(message -> message.contains("no agent"));
    }

    @Test
    @Tag("full")
    void aProbeThatIsRefusedLeavesNoAgent() {
        JvmResult refused = run("probe", jvm.pid(), "no.such.Type#x").expectExit(1);
        assertThat(refused.stderr()).contains("no.such.Type", "no agent was in this JVM; attached: ", "detached: ");
        assertThatItIsRefused("status");
    }

    /** The repository has a marked method, which an agent that stays would have woven. */
    @Test
    void aDryRunWeavesNothingAndLeaves() {
        JvmResult result = run("probe", "--dry-run", jvm.pid(), STORE).expectExit(0);
        assertThat(result.stderr()).isEmpty();
        assertThat(result.stdout())
                .contains(
                        "matches 1 method in 1 class",
                        "no agent was in this JVM: it came for this alone\ndetached: 0 classes restored");
        assertThatItIsRefused("status");
        assertThat(jvm.tellToEnd().expectExit(0).messages())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("attached for a question: version ");
    }
}
