package org.latencyprobes.analysis.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The result on one claim, as a line at the head of a page.
 *
 * @param claim as it was published or asked
 * @param published the published figure, or empty
 * @param here the figure of this run with its interval
 * @param ceiling the largest figure that could come out here, or empty
 * @param verdict in a few words
 */
public record ResultLine(String claim, String published, String here, String ceiling, String verdict) {

    /**
     * The table of all results.
     *
     * @param results the lines
     * @return a table without the columns that are empty in every line
     */
    public static PageTable table(List<ResultLine> results) {
        Map<String, Function<ResultLine, String>> columns = new LinkedHashMap<>();
        columns.put("claim", ResultLine::claim);
        columns.put("published", ResultLine::published);
        columns.put("here", ResultLine::here);
        columns.put("ceiling", ResultLine::ceiling);
        columns.put("verdict", ResultLine::verdict);
        columns.values().removeIf(cell -> results.stream().map(cell).allMatch(String::isEmpty));
        return new PageTable(
                "What was claimed, and what came out here",
                columns.size(),
                List.copyOf(columns.keySet()),
                results.stream()
                        .map(line -> columns.values().stream()
                                .map(cell -> cell.apply(line))
                                .toList())
                        .toList());
    }
}
