package org.latencyprobes.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.recording.FirstCalls;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.GeneratedClasses;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.JvmResult;

/**
 * Tests of what is recorded of the first call of each method, when the JVM links the probe's call sites, and of the first call in each
 * class loader.
 */
final class FirstCallsIT {

    private static final int METHODS = 50;
    private static final String PREFIX = "first ";

    @TempDir
    private static Path folder;

    private static JvmResult result;

    @BeforeAll
    static void callEachMethodOnce() throws IOException {
        Jars.folder(folder, "Many", GeneratedClasses.manyProbes("Many", METHODS, PREFIX));
        result = ForkedJvm.of(FirstCalls.class)
                .flags("--add-opens=java.base/java.lang=ALL-UNNAMED")
                .withAgent()
                .arguments(folder, "Many", METHODS, PREFIX)
                .run()
                .expectExit(0);
    }

    /** Whatever linking takes, here a millisecond and more for each call site. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void theFirstSampleOfAMethodHoldsNoLinking(int loader) {
        assertThat(result.number("too long " + loader)).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void everyFirstCallIsASample(int loader) {
        assertThat(result.number("samples " + loader)).isEqualTo(METHODS);
    }
}
