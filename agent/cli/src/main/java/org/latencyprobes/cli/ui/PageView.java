package org.latencyprobes.cli.ui;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.codec.Texts;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.analysis.markup.VisibleText;
import org.latencyprobes.analysis.page.JsonText;
import org.latencyprobes.cli.live.LiveRow;
import org.latencyprobes.cli.live.RowKey;
import org.latencyprobes.cli.print.CauseColours;

/** What the page shows of JVMs and logs. Rows are made once for all open pages, until the next {@link #refresh}. Thread-safe. */
final class PageView implements PageData {

    /** Modes to choose from; the command {@code mode} takes more. */
    private static final List<String> MODES = List.of("on", "sampled(1/16)", "sampled(1/256)", "counted", "off");

    /** A time of day with its second, also at second 0. */
    static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private static final int MOST_CALLS = 10;

    private static final List<String> COMMANDS = List.of("mode", "probe", "unprobe");

    private final List<? extends Watched> watched;
    private final boolean isControlled;
    private final Map<Window, List<Row>> rows = new EnumMap<>(Window.class);
    private final Set<String> causes = new LinkedHashSet<>();

    PageView(List<? extends Watched> watched, boolean isControlled) {
        this.watched = List.copyOf(watched);
        this.isControlled = isControlled;
    }

    /** Makes the next rows of what is new. */
    void refresh() {
        synchronized (rows) {
            rows.clear();
        }
    }

    @Override
    public String page() {
        List<Object> jvms = new ArrayList<>();
        for (int i = 0; i < watched.size(); i++) {
            Watched one = watched.get(i);
            String state = one.state().name().toLowerCase(Locale.ROOT);
            jvms.add(Map.of("id", i, "name", one.name(), "label", one.label(), "state", state, "remark", one.remark()));
        }
        return JsonText.of(
                Map.of("columns", PageRows.columns(), "jvms", jvms, "modes", MODES, "control", isControlled));
    }

    @Override
    public String time() {
        long millis = watched.stream().mapToLong(Watched::millis).max().orElse(0);
        return millis == 0 ? "" : TIME.format(Instant.ofEpochMilli(millis).atZone(ZoneId.systemDefault()));
    }

    @Override
    public List<Row> rows(Window window) {
        synchronized (rows) {
            return rows.computeIfAbsent(window, this::read);
        }
    }

    private List<Row> read(Window window) {
        List<Row> read = new ArrayList<>();
        for (int i = 0; i < watched.size(); i++) {
            for (LiveRow probe : watched.get(i).figures(window)) {
                read.add(PageRows.row(i, watched.get(i).label(), probe));
            }
        }
        return read;
    }

    @Override
    public String probe(Map<String, String> query) {
        List<RowKey> keys = keys(query);
        ProbePictures pictures = new ProbePictures();
        List<SingleCall> calls = new ArrayList<>();
        boolean isThere = false;
        boolean isSwitchable = false;
        int place = 0;
        for (Watched one : watched) {
            for (RowKey key : keys) {
                place++;
                ProbeRecording recording = one.recording(key, Window.named(query.get("window")));
                if (recording != null) {
                    isThere = true;
                    boolean isLive = one.state() == Watched.State.LIVE;
                    isSwitchable |= key.isCalls() && isLive;
                    pictures.add(place, one.label(), recording, isLive);
                    calls.addAll(recording.calls());
                }
            }
        }
        return JsonText.of(Map.of(
                "heading",
                keys.get(0).label(),
                "isSwitchable",
                isSwitchable,
                "pictures",
                isThere ? pictures.html(colours(pictures.causes().toList())) : "",
                "calls",
                calls.stream()
                        .sorted(Comparator.comparingLong(SingleCall::nanos).reversed())
                        .limit(MOST_CALLS)
                        .map(PageView::call)
                        .toList()));
    }

    /** A cause keeps its colour when others come up. No other name that a JVM has for one is kept. */
    private Map<String, Integer> colours(List<String> shown) {
        synchronized (causes) {
            shown.stream().filter(CauseColours::isCause).forEach(causes::add);
            return CauseColours.of(Stream.concat(causes.stream(), shown.stream()));
        }
    }

    private static Map<String, Object> call(SingleCall call) {
        return Map.of(
                "id",
                call.startNanos() + " " + VisibleText.of(call.thread()),
                "text",
                ProbePictures.words(call),
                "stack",
                VisibleText.ofLines(String.join("\n", call.stack())));
    }

    /** Which series a query names: without an outcome the usual one, and that of logs that know none. */
    private static List<RowKey> keys(Map<String, String> query) {
        String copy = query.getOrDefault("copy", "");
        return Stream.of(query.getOrDefault("outcome", "ok"), "")
                .map(outcome -> new RowKey(
                        query.getOrDefault("probe", ""),
                        Texts.parsedTags(query.getOrDefault("tags", "")),
                        outcome,
                        query.getOrDefault("kind", "probe"),
                        copy.matches("\\d{1,9}") ? Integer.parseInt(copy) : 0))
                .distinct()
                .toList();
    }

    @Override
    public boolean isControlled() {
        return isControlled;
    }

    @Override
    public Answer change(Map<String, String> form) {
        String command = form.getOrDefault("action", "");
        String argument = form.getOrDefault("argument", "");
        if (!COMMANDS.contains(command)) {
            return Answer.failed(ExitCode.USAGE, "unknown action \"" + command + "\"; allowed are " + COMMANDS);
        }
        Watched one = jvm(form.getOrDefault("jvm", ""));
        if (one == null) {
            return Answer.failed(ExitCode.USAGE, "no JVM \"" + form.get("jvm") + "\" is under watch");
        }
        return one.change(
                switch (command) {
                    case "mode" -> new Request.Mode(argument, form.getOrDefault("probe", ""));
                    case "probe" -> new Request.Probe(List.of(argument), false, true);
                    default -> new Request.Unprobe(argument, true);
                },
                form.containsKey("consent"));
    }

    private Watched jvm(String id) {
        for (int i = 0; i < watched.size(); i++) {
            if (String.valueOf(i).equals(id)) {
                return watched.get(i);
            }
        }
        return null;
    }
}
