package org.latencyprobes.agent.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/options.md} and the options agree. When this fails, take the table that it prints over into the page. */
final class OptionsPageTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "options.md");

    private static String table() {
        return Stream.of(Option.values())
                .map(option -> "| `" + option.key() + "` | `" + option.standard() + "` | " + option.allowed() + " | "
                        + option.meaning().replace("<", "&lt;") + " |\n")
                .collect(
                        Collectors.joining("", "| option | default | takes | what it does |\n|---|---|---|---|\n", ""));
    }

    @Test
    void thePageHasTheTableOfTheOptions() throws IOException {
        assertThat(Files.readString(PAGE)).contains("\n\n" + table() + "\n");
    }

    @Test
    void thePageNamesAPropertyAndAVariableAsTheyAre() throws IOException {
        assertThat(Files.readString(PAGE))
                .contains("`" + Option.HLOG_INTERVAL.property() + "`", "`" + Option.HLOG_INTERVAL.variable() + "`");
    }
}
