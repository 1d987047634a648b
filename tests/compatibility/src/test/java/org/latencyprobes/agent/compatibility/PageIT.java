package org.latencyprobes.agent.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The table of {@code docs/trust.md} has the rows of all findings and no other. What a row says is held by its finding's test. */
@Tag("full")
final class PageIT {

    private static final String HEADING = "| what | version | found | remarks |";

    @Test
    void thePageHasARowOfEachFinding() {
        List<String> page = Finding.page();
        List<String> rows = page.subList(page.indexOf(HEADING) + 2, page.size()).stream()
                .takeWhile(line -> line.startsWith("|"))
                .toList();
        List<String> starts = Finding.all().stream().map(Finding::rowStart).toList();
        assertThat(rows).zipSatisfy(starts, (row, start) -> assertThat(row).startsWith(start));
    }
}
