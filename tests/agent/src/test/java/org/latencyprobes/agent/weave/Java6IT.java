package org.latencyprobes.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.latencyprobes.agent.fixture.weave.CallUntilCounted;
import org.latencyprobes.agent.fixture.weave.UsedOnce;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.GeneratedClasses;
import org.latencyprobes.agent.kit.GeneratedClasses.Frames;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.JvmResult;

/**
 * Tests of class files of version 50. They are woven where the JVM accepts them as version 51, and otherwise behave as without the agent.
 */
final class Java6IT {

    @TempDir
    private static Path folder;

    private static JvmResult result;

    @BeforeAll
    static void run() throws IOException {
        for (Frames frames : Frames.values()) {
            Jars.folder(folder, frames.name(), GeneratedClasses.ofJava6(frames.name(), frames));
        }
        result = ForkedJvm.of(CallUntilCounted.class)
                .addClassPath(folder)
                .withAgent()
                .arguments((Object[]) Frames.values())
                .run()
                .expectExit(0);
    }

    @Test
    void aClassWithRightFramesIsProbed() {
        assertThat(result.fact("RIGHT counted")).isEqualTo("true");
        assertThat(result.fact("RIGHT of 100")).isEqualTo("100");
        assertThat(result.stdout()).contains("woven as one of version 51");
    }

    @Test
    void theAgentSaysThatCallsBeforeAreMissing() {
        assertThat(result.stdout())
                .contains("1 class of version 50 could be woven only after it had loaded: calls before are missing");
        assertThat(result.fact("reported"))
                .contains("1 class of version 50 could be woven only after it had loaded: calls before are missing");
    }

    /** As those that Janino makes for one query. */
    @Test
    void callsOfClassesThatAreUsedOnceAreSaidToBeMissing() {
        JvmResult once = ForkedJvm.of(UsedOnce.class)
                .quick()
                .withAgent("jitter=off")
                .arguments(folder, Frames.RIGHT, 10)
                .run()
                .expectExit(0);
        assertThat(once.stderr())
                .contains(
                        "10 classes of version 50 could be woven only after they had loaded: calls before are missing");
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "RIGHT")
    void aClassThatTheVerifierWouldNotTakeIsRefusedWithTheReason(Frames frames) {
        assertThat(result.fact(frames + " counted")).isEqualTo("false");
        assertThat(result.messages())
                .filteredOn(message -> message.startsWith("no probe in " + frames + ": "))
                .singleElement()
                .asString()
                .contains("the JVM's verifier refuses the class once it is woven");
    }

    @ParameterizedTest
    @EnumSource
    void aCallReturnsAsWithoutTheAgentBeforeItIsWovenAndAfterTheAgentLeft(Frames frames) {
        assertThat(result.fact(frames + " first")).isEqualTo("1");
        assertThat(result.fact(frames + " last")).isEqualTo("1");
    }

    @Test
    void nothingElseIsSaid() {
        assertThat(result.messages()).hasSize(4);
        assertThat(result.stdout()).contains("detached: 1 class restored");
    }
}
