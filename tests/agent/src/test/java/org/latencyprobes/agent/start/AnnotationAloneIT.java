package org.latencyprobes.agent.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.Calls;
import org.latencyprobes.agent.fixture.Facts;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.JvmResult;

/** Tests of the annotation without the agent. */
final class AnnotationAloneIT {

    @TempDir
    private Path folder;

    @Test
    void doesNothing() {
        JvmResult result = ForkedJvm.of(Calls.class)
                .flags("-Xlog:class+load")
                .arguments(3)
                .run()
                .expectExit(0);
        assertThat(result.stdout())
                .contains(Calls.class.getName())
                .doesNotContain("org.latencyprobes.probe", "org.latencyprobes.annotation", "LatencyProbesLink");
        assertThat(result.stderr()).isEmpty();
    }

    @Test
    void needNotEvenBeOnTheClassPath() throws IOException {
        Path jar = Jars.jar(folder.resolve("calls.jar"), Map.of(), Calls.class, Facts.class);
        for (ForkedJvm jvm : new ForkedJvm[] {
            ForkedJvm.of(Calls.class), ForkedJvm.of(Calls.class).withAgent()
        }) {
            assertThat(jvm.classPath(jar).arguments(3).run().expectExit(0).fact("sum"))
                    .isEqualTo("3");
        }
    }
}
