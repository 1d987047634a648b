package org.latencyprobes.demo.fix.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.latencyprobes.demo.fix.registry.Engines;

class QuickFixExampleTest {

    private static final Path EXAMPLE = Path.of("..", "examples", "quickfixj", "probes.properties");

    @Test
    void hasTheStagesThatTheDemoMeasures() throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(EXAMPLE)) {
            properties.load(reader);
        }

        assertThat(properties.getProperty("probes").split(";"))
                .containsExactlyInAnyOrder(Engines.named("quickfixj-validating").stages().stream()
                        .filter(stage -> !stage.name().equals("application")
                                && !stage.pattern().equals(Stage.PROGRAMMATIC))
                        .map(stage -> stage.pattern() + " as '" + stage.name() + "'")
                        .distinct()
                        .toArray(String[]::new));
    }
}
