package org.latencyprobes.agent.backends.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The dashboard that lies in the repository is that of the description. When this fails, take over what it names. */
final class DashboardTest {

    private static final Path COMMITTED = Path.of("..", "..", "docs", "grafana", "latency-probes.json");
    private static final Path GENERATED = Path.of("target", "latency-probes.json");
    private static final Path PAGE = Path.of("..", "..", "docs", "backends.md");

    @Test
    void theCommittedOneIsThatOfTheDescription() throws IOException {
        String json = DashboardJson.text();
        Files.writeString(GENERATED, json);
        assertThat(Files.readString(COMMITTED))
                .as("generated: %s, to be copied over it", GENERATED.toAbsolutePath())
                .isEqualTo(json);
    }

    @Test
    void panelsDoNotOverlap() throws IOException {
        Set<List<Integer>> taken = new HashSet<>();
        for (JsonNode panel : new ObjectMapper().readTree(DashboardJson.text()).get("panels")) {
            JsonNode at = panel.get("gridPos");
            assertThat(at.get("x").asInt() + at.get("w").asInt()).isLessThanOrEqualTo(24);
            for (int x = 0; x < at.get("w").asInt(); x++) {
                for (int y = 0; y < at.get("h").asInt(); y++) {
                    List<Integer> cell =
                            List.of(at.get("x").asInt() + x, at.get("y").asInt() + y);
                    assertThat(taken.add(cell))
                            .as("%s of %s", cell, panel.get("title"))
                            .isTrue();
                }
            }
        }
    }

    @Test
    void thePageTellsWhatEachPanelAnswers() throws IOException {
        StringBuilder table = new StringBuilder("| panel | answers |\n|---|---|\n");
        for (Row row : Dashboard.rows()) {
            table.append("| **").append(row.title()).append("** | |\n");
            for (Panel panel : row.panels()) {
                table.append("| ")
                        .append(panel.title())
                        .append(" | ")
                        .append(panel.question())
                        .append(" |\n");
            }
        }
        assertThat(Files.readString(PAGE)).contains("\n\n" + table + "\n");
    }
}
