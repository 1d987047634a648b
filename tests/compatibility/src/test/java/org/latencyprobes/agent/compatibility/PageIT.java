package org.latencyprobes.agent.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * {@code docs/compatibility.md} says what the tests of this run found. When this fails, look at {@code target/compatibility.md}, which has the
 * rows of this JDK anew, and take it over; then the same with the other JDK.
 */
@Isolated("after all others")
@Order(Integer.MAX_VALUE)
@Tag("full")
final class PageIT {

    private static final Path PAGE = Path.of("..", "..", "docs", "compatibility.md");
    private static final Path NEXT = Path.of("target", "compatibility.md");
    private static final List<Integer> JDKS = List.of(17, 25);
    private static final String RULE = "|---|---|---|---|---|";

    @Test
    void thePageSaysWhatTheTestsFound() throws IOException {
        List<String> page = Files.readAllLines(PAGE);
        List<String> next = withRows(page, rows(page));
        Files.write(NEXT, next);
        assertThat(page).isEqualTo(next);
    }

    /** This JDK's as found just now, others' as they are. */
    private static List<String> rows(List<String> page) {
        List<String> rows = new ArrayList<>();
        for (Finding finding : Finding.all()) {
            for (int jdk : JDKS) {
                if (jdk == Runtime.version().feature()) {
                    rows.add(finding.row(jdk));
                } else {
                    page.stream()
                            .filter(line -> line.startsWith(finding.rowStart(jdk)))
                            .forEach(rows::add);
                }
            }
        }
        return rows;
    }

    private static List<String> withRows(List<String> page, List<String> rows) {
        int begin = page.indexOf(RULE) + 1;
        int end = begin;
        while (end < page.size() && page.get(end).startsWith("|")) {
            end++;
        }
        List<String> next = new ArrayList<>(page.subList(0, begin));
        next.addAll(rows);
        next.addAll(page.subList(end, page.size()));
        return next;
    }
}
