package org.latencyprobes.agent.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.CallEach;
import org.latencyprobes.agent.fixture.Calls;
import org.latencyprobes.agent.fixture.host.HostileRequests;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.GeneratedClasses;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.JvmResult;

/** Tests of requests, patterns and numbers that no user would send. */
@Tag("full")
final class HostileInputIT {

    private static final int CLASSES = 10;
    private static final int METHODS = 1_000;
    private static final int LONG = 10_000;

    @TempDir
    private Path folder;

    @Test
    void requestsThatAreCutShortChangedOrOversizedAreAnswered() {
        JvmResult result = ForkedJvm.of(HostileRequests.class)
                .quick()
                .flags("-Xmx1g")
                .withAgent("report=off")
                .run()
                .expectExit(0);
        assertThat(result.number("unanswered")).isZero();
        assertThat(result.number("counted")).isEqualTo(1);
        assertThat(result.stderr()).doesNotContain("unexpected");
    }

    @Test
    void tenThousandMethodsAreProbedByOnePattern() throws IOException {
        List<Object> arguments = new ArrayList<>();
        for (int i = 0; i < CLASSES; i++) {
            String name = "Many" + i;
            Jars.folder(folder, name, GeneratedClasses.manyProbes(name, METHODS, null));
            arguments.addAll(List.of(name, METHODS));
        }
        JvmResult result = ForkedJvm.of(CallEach.class)
                .quick()
                .flags("-Xmx2g")
                .addClassPath(folder)
                .withAgent("probes=Many*#probed* with accessors,limit=10000,memory=512m")
                .arguments(arguments.toArray())
                .run()
                .expectExit(0);
        assertThat(result.messages()).isEmpty();
        assertThat(result.report().probes()).hasSize(CLASSES * METHODS);
        assertThat(result.report().count("Many9.probed999")).isEqualTo(1);
    }

    private JvmResult withPattern(String pattern) throws IOException {
        Path config = Files.writeString(folder.resolve("long.properties"), "probes=" + pattern);
        return ForkedJvm.of(Calls.class)
                .quick()
                .withAgent("config=" + config)
                .arguments(10)
                .run()
                .expectExit(0);
    }

    @Test
    void aPatternOfTenThousandCharactersIsFollowed() throws IOException {
        String name = "n".repeat(LONG);
        JvmResult result = withPattern("com." + "*a".repeat(LONG / 2) + "#find; ..Calls#main as " + name);
        assertThat(result.report().count(name)).isEqualTo(1);
        assertThat(result.messages()).isEmpty();
    }

    @Test
    void aWrongPatternOfTenThousandCharactersIsToldInFewLines() throws IOException {
        JvmResult result = withPattern("a".repeat(LONG) + "##find");
        assertThat(result.stderr().length()).isLessThan(1_000);
        assertThat(result.messages()).anyMatch(message -> message.contains("running without probes"));
    }
}
