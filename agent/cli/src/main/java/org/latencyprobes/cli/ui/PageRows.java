package org.latencyprobes.cli.ui;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.latencyprobes.agent.protocol.codec.Texts;
import org.latencyprobes.analysis.markup.DurationText;
import org.latencyprobes.analysis.page.JsonText;
import org.latencyprobes.cli.live.LiveRow;
import org.latencyprobes.cli.live.RowKey;
import org.latencyprobes.cli.ui.PageData.Row;
import org.latencyprobes.internal.report.Figures;
import org.latencyprobes.internal.report.Percentiles;
import org.latencyprobes.internal.report.UnitFactors;

/** The columns of the page's table and its rows, as JSON: each cell as a text to show and a value to sort by. Stateless. */
final class PageRows {

    /** The most characters of a name that are shown; hostile names may have more. */
    private static final int MOST_CHARACTERS = 300;

    private static final double LARGE = 1_000;

    private PageRows() {}

    /** All columns; the percentiles are named by their number. */
    static List<Object> columns() {
        List<Object> columns = new ArrayList<>(List.of(
                column("probe", "probe", "text", "Name, tags and outcome"),
                column("jvm", "JVM", "text", "Where it runs"),
                column("rate", "per s", "number", "Calls per second")));
        for (double percentile : Percentiles.SHOWN) {
            String name = Percentiles.name(percentile);
            columns.add(column(
                    name, name, "number", "Of 100 calls, " + Percentiles.number(percentile) + " took no longer"));
        }
        columns.addAll(List.of(
                column("max", "max", "number", "The longest call"),
                column("total", "total", "number", "The time of all calls together"),
                column("cause", "cause", "text", "What slow calls were slow for"),
                column("mode", "mode", "text", "Which calls are timed")));
        return columns;
    }

    private static Map<String, Object> column(String name, String label, String type, String title) {
        return Map.of("name", name, "label", label, "type", type, "title", title);
    }

    /** The row of a probe. */
    static Row row(int jvm, String jvmName, LiveRow probe) {
        RowKey key = probe.key();
        Cells cells = new Cells(probe.figures().count() > 0);
        cells.text(key.label());
        cells.text(jvmName);
        Figures figures = probe.figures();
        cells.number(figures.perSecond(), rate(figures.perSecond()));
        figures.micros().forEach(micros -> cells.duration(micros, ""));
        cells.duration(figures.maxMicros(), figures.isEstimated() ? "≥" : "");
        cells.duration(figures.totalMicros(), figures.isEstimated() ? "~" : "");
        cells.text(probe.cause());
        cells.text(probe.mode());

        String tags = Texts.pairs(key.tags());
        String id = JsonText.of(List.of(jvm, key.probe(), tags, key.outcome(), key.kind(), key.copy()));
        return new Row(
                id,
                JsonText.of(Map.of(
                        "key",
                        id,
                        "probe",
                        key.probe(),
                        "tags",
                        tags,
                        "outcome",
                        key.outcome(),
                        "kind",
                        key.kind(),
                        "copy",
                        String.valueOf(key.copy()),
                        "find",
                        key.label().toLowerCase(Locale.ROOT),
                        "values",
                        cells.values,
                        "texts",
                        cells.texts)));
    }

    private static String rate(double perSecond) {
        return String.format(Locale.ROOT, perSecond < LARGE ? "%,.1f" : "%,.0f", perSecond);
    }

    /** The begin of a text that is very long; else all of it. */
    static String cut(String text) {
        return text.length() > MOST_CHARACTERS ? text.substring(0, MOST_CHARACTERS) + '…' : text;
    }

    private static final class Cells {

        private final List<Object> values = new ArrayList<>();
        private final List<Object> texts = new ArrayList<>();
        private final boolean hasCalls;

        Cells(boolean hasCalls) {
            this.hasCalls = hasCalls;
        }

        void text(String text) {
            values.add(text.toLowerCase(Locale.ROOT));
            texts.add(cut(text));
        }

        void number(double value, String text) {
            values.add(value);
            texts.add(text);
        }

        void duration(double micros, String mark) {
            double nanos = hasCalls ? micros * UnitFactors.NANOS_PER_MICRO : Double.NaN;
            number(nanos, Double.isNaN(nanos) ? "–" : mark + DurationText.of(nanos));
        }
    }
}
