package org.latencyprobes.agent.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** The figures of calls that returned, as the commands {@code report} and {@code top} give them. */
final class ReportedFigures {

    private ReportedFigures() {}

    /** The rows of the page's data, by probe. */
    static Map<String, JsonNode> ofPage(Chromium browser, RunningJvm jvm, Path page) throws IOException {
        ForkedJvm.ofJar(ForkedJvm.AGENT)
                .quick()
                .arguments("report", jvm.pid(), "-o", "html=" + page)
                .run()
                .expectExit(0);
        browser.open(page.toUri().toString());
        Object rows = browser.run("const table = JSON.parse(document.getElementById('data').textContent).report;"
                + "return JSON.stringify(table.rows.map(row => Object.fromEntries("
                + "table.columns.map((column, i) => [column, row[i]]))))");
        return byProbe(new JsonMapper().readTree(String.valueOf(rows)));
    }

    private static Map<String, JsonNode> byProbe(JsonNode rows) {
        return rows.valueStream()
                .filter(row -> row.get("outcome").asText().equals("ok"))
                .collect(Collectors.toMap(row -> row.get("probe").asText(), row -> row));
    }

    /** The rows of the report as JSON, by probe. */
    static Map<String, JsonNode> ofJson(RunningJvm jvm) throws IOException {
        String json = ForkedJvm.ofJar(ForkedJvm.AGENT)
                .quick()
                .arguments("report", jvm.pid(), "-o", "json")
                .run()
                .stdout();
        return byProbe(new JsonMapper().readTree(json).get("report"));
    }

    /** The rows of the live table where there is no terminal, as JSON and since the start, by probe. */
    static Map<String, JsonNode> ofTop(RunningJvm jvm) throws IOException {
        String lines = ForkedJvm.ofJar(ForkedJvm.AGENT)
                .quick()
                .arguments("top", jvm.pid(), "-o", "json", "--window", "start", "--for", "1s")
                .run()
                .expectExit(0)
                .stdout();
        return byProbe(new JsonMapper()
                .readTree(lines.lines().findFirst().orElseThrow())
                .get("top"));
    }

    /** As a page writes it: three digits and the unit that fits. A double that is not exact would round otherwise. */
    static String text(double micros) {
        BigDecimal value = BigDecimal.valueOf(micros).movePointRight(3).round(new MathContext(3));
        int unit = 0;
        while (unit < 3 && value.compareTo(BigDecimal.valueOf(1_000)) >= 0) {
            value = value.movePointLeft(3);
            unit++;
        }
        return value.stripTrailingZeros().toPlainString()
                + ' '
                + List.of("ns", "µs", "ms", "s").get(unit);
    }
}
