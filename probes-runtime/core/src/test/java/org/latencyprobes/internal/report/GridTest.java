package org.latencyprobes.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class GridTest {

    private final Grid grid = new Grid(1, List.of("name", "count"));

    @Test
    void textHasWordsToTheLeftAndNumbersToTheRight() {
        grid.add(List.of("a", "1,234"));
        grid.add(List.of("longer", "5"));
        assertThat(grid.text()).isEqualTo("""
                        name    count
                        a       1,234
                        longer      5
                        """);
    }

    @Test
    void textLinesHaveNoTrailingSpace() {
        grid.add(List.of("a", ""));
        assertThat(grid.text().lines()).allMatch(line -> line.equals(line.stripTrailing()));
    }

    @Test
    void markdownAlignsColumnsAndEscapesBars() {
        grid.add(List.of("a|b", "5"));
        assertThat(grid.markdown()).isEqualTo("""
                        | name | count |
                        |---|---:|
                        | a\\|b | 5 |
                        """);
    }

    @Test
    void csvQuotesWordsAndBaresNumbers() {
        grid.add(List.of("a,\"b\"\nc", "1,234.5"));
        assertThat(grid.csv()).isEqualTo("name,count\n\"a,\"\"b\"\"\nc\",1234.5\n");
    }

    @Test
    void refusesRowOfAnotherLength() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> grid.add(List.of("a")))
                .withMessageContaining("1 cells")
                .withMessageContaining("[name, count]");
    }
}
