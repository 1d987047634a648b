package org.latencyprobes.cli.top;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jline.utils.AttributedString;
import org.latencyprobes.agent.protocol.slow.SingleStall;
import org.latencyprobes.analysis.markup.DurationText;
import org.latencyprobes.analysis.markup.VisibleText;
import org.latencyprobes.cli.live.LiveModel;
import org.latencyprobes.cli.live.LiveRow;
import org.latencyprobes.cli.live.LiveView;
import org.latencyprobes.internal.report.Figures;
import org.latencyprobes.internal.report.Numbers;

/** What fills the terminal: a function of what is known, what the user has chosen, and the size. Stateless. */
record TopScreen(LiveView view, TopState state, Theme theme, int width, int height, TerminalLines lines) {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final int LEAST_NAME = 10;
    private static final int WIDE_NAME = 48;
    private static final int KEY_COLUMNS = 30;
    private static final int MOST_SAID = 3;
    private static final long MINUTE_MILLIS = TimeUnit.MINUTES.toMillis(1);

    /** The first to stay where the terminal is narrow. */
    private static final List<String> KEYS = List.of(
            "q quit",
            "? help",
            "Enter details",
            "<> sort",
            "/ filter",
            "w window",
            "m mode",
            "p probe",
            "u unprobe",
            "z pause");

    private static final String STALLS = "stalls, last minute: ";

    /** The first to go where the terminal is narrow. */
    private static final List<TopColumn> LEAST_WANTED =
            List.of(TopColumn.TOTAL, TopColumn.COST, TopColumn.MODE, TopColumn.P50, TopColumn.CAUSE, TopColumn.P999);

    /** The lines, as many as the terminal has. */
    static List<AttributedString> of(
            LiveModel model, LiveView view, TopState state, Theme theme, int width, int height) {
        TerminalLines lines = new TerminalLines(width);
        TopScreen screen = new TopScreen(view, state, theme, width, height, lines);
        screen.head();
        switch (state.screen()) {
            case HELP -> screen.help();
            case DETAILS -> new TopDetails(model, view, theme, lines).add(state.selected(view), screen.room());
            default -> screen.table();
        }
        lines.height(screen.room());
        screen.foot();
        return lines.height(height).all();
    }

    static String time(long millis) {
        return TIME.format(LocalTime.ofInstant(Instant.ofEpochMilli(millis), ZoneId.systemDefault()));
    }

    private void head() {
        lines.add(
                view.facts().main() + " ",
                theme.strong(),
                "pid " + view.facts().pid() + "  java " + view.facts().java().replaceFirst("[+-].*", "") + "  "
                        + time(view.millis()) + "  " + window(view) + (state.isPaused() ? "  PAUSED" : ""),
                theme.plain());
        for (LiveRow row : TopRows.jitter(view)) {
            lines.add(row.key().probe() + ' ', theme.strong(), jitter(row.figures()), theme.plain());
        }
        lines.add(STALLS, theme.strong(), stalls(), theme.plain());
        view.notReturned().forEach(sentence -> lines.add(sentence, theme.problem()));
        lines.add(
                "overhead ",
                theme.strong(),
                Numbers.percent(view.costPercent()) + " % of one core" + leftOut(view),
                theme.plain());
    }

    static String leftOut(LiveView view) {
        return view.leftOut() > 0
                ? String.format(Locale.ROOT, "; %,d series with the least calls are left out", view.leftOut())
                : "";
    }

    static String window(LiveView view) {
        if (view.windowSeconds() == 0) {
            return "since the start";
        }
        return view.spanMillis() == 0
                ? "no interval yet"
                : "last " + Math.max(1, Math.round(view.spanMillis() / 1e3)) + " s";
    }

    private static String jitter(Figures figures) {
        return figures.count() == 0
                ? "no sample"
                : String.format(Locale.ROOT, "%.0f/s", figures.perSecond()) + "  p50 "
                        + TopColumn.micros(figures.micros().get(0)) + "  p99 "
                        + TopColumn.micros(figures.micros().get(2)) + "  p99.9 "
                        + TopColumn.micros(figures.micros().get(3)) + "  max "
                        + TopColumn.micros(figures.maxMicros());
    }

    /** The kind with the most time first. */
    private String stalls() {
        Map<String, LongSummaryStatistics> kinds = view.stalls().stream()
                .filter(stall -> stall.atMillis() > view.millis() - MINUTE_MILLIS)
                .collect(Collectors.groupingBy(
                        SingleStall::kind, TreeMap::new, Collectors.summarizingLong(SingleStall::nanos)));
        List<String> texts = kinds.entrySet().stream()
                .sorted(Comparator.comparingLong(kind -> -kind.getValue().getSum()))
                .map(kind -> kind.getKey() + ' ' + kind.getValue().getCount() + " ("
                        + DurationText.of(kind.getValue().getSum()) + ')')
                .toList();
        return texts.isEmpty() ? "none" : TerminalText.joined(texts, ", ", width - STALLS.length());
    }

    private void help() {
        for (String[] key : TopState.KEYS) {
            lines.wrap(TerminalText.fit("  " + key[0], KEY_COLUMNS), theme.strong(), key[1], theme.plain());
        }
        for (String note : List.of(
                "Cost is an estimate: calls times what measuring one takes.",
                "Of probes that are sampled, ~ is estimated, and ≥ the max of the calls that were timed.",
                "Cause: what most of the time of slow calls was.")) {
            lines.wrap("  ", theme.plain(), note, theme.plain());
        }
    }

    private void table() {
        List<LiveRow> rows = state.rows().of(view);
        List<TopColumn> columns = columns(rows);
        int name = Math.min(longest(rows), room(columns));
        lines.fill(heading(columns, name), theme.head());
        int room = Math.max(1, room() - lines.size());
        state.page(room);
        int selected = state.selectedIndex(rows);
        int first = Math.max(0, Math.min(selected - room / 2, rows.size() - room));
        for (int at = first; at < Math.min(rows.size(), first + room); at++) {
            LiveRow row = rows.get(at);
            String text = text(row, columns, name);
            if (at == selected) {
                lines.fill(text, theme.selected());
            } else {
                lines.add(text, row.figures().count() == 0 ? theme.faint() : theme.plain());
            }
        }
        if (rows.isEmpty()) {
            lines.add(
                    state.rows().filter().isEmpty()
                            ? "no probe has been called yet; p probes methods"
                            : "no probe has \"" + state.rows().filter() + "\" in its name",
                    theme.plain());
        }
    }

    /** Those that leave room for the name. */
    private List<TopColumn> columns(List<LiveRow> rows) {
        List<TopColumn> columns = new ArrayList<>(List.of(TopColumn.values()));
        columns.remove(TopColumn.PROBE);
        columns.removeIf(column -> !isNeeded(column, rows));
        for (TopColumn unwanted : LEAST_WANTED) {
            if (room(columns) >= Math.min(longest(rows), WIDE_NAME)) {
                break;
            }
            if (unwanted != state.rows().sort()) {
                columns.remove(unwanted);
            }
        }
        return columns;
    }

    /** A cause where there is one, and a mode where one is not the usual. */
    private boolean isNeeded(TopColumn column, List<LiveRow> rows) {
        return column == state.rows().sort()
                || switch (column) {
                    case CAUSE -> rows.stream().anyMatch(row -> !row.cause().isEmpty());
                    case MODE -> rows.stream().anyMatch(row -> !row.mode().equals("on"));
                    default -> true;
                };
    }

    private int room(List<TopColumn> columns) {
        return width - columns.stream().mapToInt(column -> column.width() + 1).sum();
    }

    private static int longest(List<LiveRow> rows) {
        return rows.stream()
                .mapToInt(row -> TerminalText.width(VisibleText.of(row.key().label())))
                .reduce(LEAST_NAME, Math::max);
    }

    private String heading(List<TopColumn> columns, int name) {
        StringBuilder line = new StringBuilder(TerminalText.fit(marked(TopColumn.PROBE), Math.max(1, name)));
        for (TopColumn column : columns) {
            line.append(' ').append(cell(column, marked(column)));
        }
        return line.toString();
    }

    /** The column that is sorted by has a mark. */
    private String marked(TopColumn column) {
        return column != state.rows().sort()
                ? column.heading()
                : column.heading() + theme.arrow(state.rows().isReversed());
    }

    private static String text(LiveRow row, List<TopColumn> columns, int name) {
        StringBuilder line =
                new StringBuilder(TerminalText.fit(VisibleText.of(row.key().label()), Math.max(1, name)));
        for (TopColumn column : columns) {
            boolean isKnown = row.figures().count() > 0 || column.isText();
            line.append(' ').append(cell(column, isKnown ? VisibleText.of(column.text(row)) : ""));
        }
        return line.toString();
    }

    private static String cell(TopColumn column, String text) {
        int width = TerminalText.width(text);
        return column.isText() || width > column.width()
                ? TerminalText.fit(text, column.width())
                : " ".repeat(column.width() - width) + text;
    }

    /** The lines above the foot. */
    private int room() {
        return height - said().size() - 1;
    }

    private boolean isProblem() {
        return !view.problem().isEmpty() && state.prompt() != TopState.Prompt.CONSENT;
    }

    private List<String> said() {
        String said = isProblem() ? view.problem() : state.message();
        List<String> lines = TerminalText.wrapped(VisibleText.of(said), width);
        return lines.subList(0, Math.min(MOST_SAID, lines.size()));
    }

    /** A question that waits for an answer is shown before any problem. */
    private void foot() {
        said().forEach(line -> lines.add(line, isProblem() ? theme.problem() : theme.strong()));
        if (state.prompt() != null) {
            lines.add(state.promptTitle() + ": ", theme.strong(), state.typed() + '_', theme.plain());
        } else {
            String filter = state.rows().filter().isEmpty()
                    ? ""
                    : "filter: " + state.rows().filter() + "   ";
            int columns = width - TerminalText.width(VisibleText.of(filter));
            lines.add(filter, theme.strong(), TerminalText.joined(KEYS, "  ", columns), theme.faint());
        }
    }
}
