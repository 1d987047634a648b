package org.latencyprobes.agent.backends;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latencyprobes.agent.kit.InstalledPrograms;

/** Prometheus's own tool checks the rules, and runs their unit tests. */
@Tag("full")
final class RulesIT {

    private static final Path RULES = Path.of("..", "..", "docs", "prometheus");

    @ParameterizedTest
    @CsvSource({"check, latency-probes.rules.yml", "test, latency-probes.test.yml"})
    void promtoolFindsNothing(String what, String file) throws IOException, InterruptedException {
        Process promtool = new ProcessBuilder(
                        InstalledPrograms.program("promtool").toString(),
                        what,
                        "rules",
                        RULES.resolve(file).toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(promtool.waitFor()).as(said).isZero();
        assertThat(said).contains("SUCCESS").doesNotContain("FAILED");
    }
}
