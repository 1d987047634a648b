package org.latencyprobes.cli.top;

import java.util.List;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.cli.live.LiveRow;
import org.latencyprobes.cli.live.LiveView;
import org.latencyprobes.cli.live.RowKey;

/** What the user of {@code top} has chosen, and what keys do to it. For one thread. */
final class TopState {

    /** What fills the terminal. */
    enum Screen {
        /** All probes. */
        TABLE,
        /** One probe. */
        DETAILS,
        /** The keys. */
        HELP
    }

    /** What a line of text is asked for. */
    enum Prompt {
        /** Which rows are shown. */
        FILTER("filter"),
        /** The mode of the selected probe. */
        MODE("on (o), off (f), counted (c) or sampled:16 (s)"),
        /** A pattern to probe. */
        PROBE("probe, such as com.acme.Order#send"),
        /** A pattern or a probe to leave out. */
        UNPROBE("unprobe"),
        /** Whether what the agent asks about is to be done. */
        CONSENT("y and Enter go on, until detach; all else changes nothing");

        private final String title;

        Prompt(String title) {
            this.title = title;
        }
    }

    /** What is to be done besides: leaving, another window, a request to the agent, with consent to what it asks or without, or nothing. */
    record Action(boolean isQuit, int windowSeconds, Request request, boolean isConsent) {

        static final Action NONE = new Action(false, -1, null, false);
        static final Action QUIT = new Action(true, -1, null, false);

        static Action window(int seconds) {
            return new Action(false, seconds, null, false);
        }

        static Action ask(Request request) {
            return new Action(false, -1, request, false);
        }
    }

    /** The keys and what they do. */
    static final List<String[]> KEYS = List.of(
            new String[] {"Up Down PgUp PgDn Home End", "select a probe"},
            new String[] {"Enter", "details: percentiles, history, causes, slow calls"},
            new String[] {"Left Right or < >", "sort by the column to the left or right"},
            new String[] {"r", "sort the other way round"},
            new String[] {"/", "filter: a part of the name, * for any characters"},
            new String[] {"w", "window: 1 s, 10 s, 60 s, since the start"},
            new String[] {"m", "mode of the selected probe: o, f, c, s or in full"},
            new String[] {"p", "probe the methods that match a pattern"},
            new String[] {"u", "unprobe a pattern or a probe"},
            new String[] {"z or Space", "pause, and go on"},
            new String[] {"Esc", "back to the table; there, no filter"},
            new String[] {"q or Ctrl-C", "quit"});

    private static final List<Integer> WINDOWS = List.of(1, 10, 60, 0);

    private Screen screen = Screen.TABLE;
    private TopRows rows;
    private Prompt prompt;
    private RowKey promptFor;
    private Request askedAbout;
    private String typed = "";
    private RowKey selected;
    private int page = 10;
    private LiveView pausedView;
    private String message = "";

    TopState(TopRows rows) {
        this.rows = rows;
    }

    Screen screen() {
        return screen;
    }

    TopRows rows() {
        return rows;
    }

    /** Null where none is open. */
    Prompt prompt() {
        return prompt;
    }

    /** What is asked for, and of which probe where it is its mode. */
    String promptTitle() {
        return prompt == Prompt.MODE ? prompt.title + " (" + promptFor.probe() + ')' : prompt.title;
    }

    String typed() {
        return typed;
    }

    boolean isPaused() {
        return pausedView != null;
    }

    /** What is to be shown: the last view, or that of the pause. */
    LiveView shown(LiveView last) {
        return pausedView == null ? last : pausedView;
    }

    /** How many rows the table has room for. */
    void page(int rowsOfTable) {
        page = Math.max(1, rowsOfTable);
    }

    String message() {
        return message;
    }

    void say(String sentence) {
        message = sentence;
    }

    /** The agent wants to be allowed what a request does to the JVM, which a sentence says. */
    void ask(Request request, String sentence) {
        askedAbout = request;
        message = sentence;
        open(Prompt.CONSENT, "");
    }

    /** Where the selected one is among the rows; 0 where it is not there. */
    int selectedIndex(List<LiveRow> shown) {
        for (int at = 0; at < shown.size(); at++) {
            if (shown.get(at).key().equals(selected)) {
                return at;
            }
        }
        return 0;
    }

    /** Null where there is no row. */
    RowKey selected(LiveView view) {
        List<LiveRow> shown = rows.of(view);
        if (screen == Screen.DETAILS || shown.isEmpty()) {
            return selected;
        }
        return shown.get(selectedIndex(shown)).key();
    }

    /** A key was pressed. */
    Action key(int key, LiveView last) {
        message = prompt == Prompt.CONSENT ? message : "";
        if (prompt != null) {
            return typed(key);
        }
        LiveView view = shown(last);
        return switch (key) {
            case 'q', KeyCode.EOF -> Action.QUIT;
            case KeyCode.ESCAPE -> back();
            case '?', 'h' -> screen(screen == Screen.HELP ? Screen.TABLE : Screen.HELP);
            case KeyCode.ENTER, 'd' -> details(view);
            case 'z', ' ' -> pause(last);
            case 'w' -> Action.window(WINDOWS.get((WINDOWS.indexOf(last.windowSeconds()) + 1) % WINDOWS.size()));
            case '/' -> open(Prompt.FILTER, rows.filter());
            case 'p' -> open(Prompt.PROBE, "");
            case 'm' -> mode(view);
            case 'u' ->
                open(
                        Prompt.UNPROBE,
                        selected(view) == null ? "" : selected(view).probe());
            case 'r' -> rows(new TopRows(rows.sort(), !rows.isReversed(), rows.filter()));
            case '<', ',', KeyCode.LEFT -> sort(-1);
            case '>', '.', KeyCode.RIGHT -> sort(1);
            default -> move(key, view);
        };
    }

    private Action back() {
        if (screen != Screen.TABLE) {
            return screen(Screen.TABLE);
        }
        return rows(new TopRows(rows.sort(), rows.isReversed(), ""));
    }

    private Action screen(Screen next) {
        screen = next;
        return Action.NONE;
    }

    private Action details(LiveView view) {
        selected = selected(view);
        return screen(selected == null || screen == Screen.DETAILS ? Screen.TABLE : Screen.DETAILS);
    }

    /** For the probe that is selected now, wherever rows go while the user types. */
    private Action mode(LiveView view) {
        promptFor = selected(view);
        return promptFor == null ? Action.NONE : open(Prompt.MODE, "");
    }

    private Action pause(LiveView last) {
        pausedView = pausedView == null ? last : null;
        return Action.NONE;
    }

    private Action rows(TopRows next) {
        rows = next;
        return Action.NONE;
    }

    private Action sort(int step) {
        TopColumn[] columns = TopColumn.values();
        TopColumn next = columns[Math.floorMod(rows.sort().ordinal() + step, columns.length)];
        return rows(new TopRows(next, false, rows.filter()));
    }

    private Action move(int key, LiveView view) {
        List<LiveRow> shown = rows.of(view);
        if (shown.isEmpty()) {
            return Action.NONE;
        }
        int at = selectedIndex(shown);
        int to = switch (key) {
            case KeyCode.UP, 'k' -> at - 1;
            case KeyCode.DOWN, 'j' -> at + 1;
            case KeyCode.PAGE_UP -> at - page;
            case KeyCode.PAGE_DOWN -> at + page;
            case KeyCode.HOME, 'g' -> 0;
            case KeyCode.END, 'G' -> shown.size() - 1;
            default -> at;
        };
        selected = shown.get(Math.max(0, Math.min(shown.size() - 1, to))).key();
        return Action.NONE;
    }

    private Action open(Prompt wanted, String text) {
        prompt = wanted;
        typed = text;
        return Action.NONE;
    }

    private Action typed(int key) {
        if (key == KeyCode.EOF) {
            return Action.QUIT;
        }
        if (key == KeyCode.ENTER) {
            return submit();
        }
        if (key == KeyCode.ESCAPE) {
            typed = "";
        } else if (key == KeyCode.BACKSPACE) {
            typed = typed.isEmpty() ? "" : typed.substring(0, typed.offsetByCodePoints(typed.length(), -1));
        } else if (key >= ' ') {
            typed += Character.toString(key);
        }
        if (prompt == Prompt.FILTER) {
            rows = new TopRows(rows.sort(), rows.isReversed(), typed);
        }
        return key == KeyCode.ESCAPE ? submit() : Action.NONE;
    }

    private Action submit() {
        Prompt done = prompt;
        String text = typed.strip();
        prompt = null;
        if (done == Prompt.CONSENT) {
            return consent(text);
        }
        if (done == Prompt.FILTER || text.isEmpty()) {
            return Action.NONE;
        }
        return switch (done) {
            case MODE -> Action.ask(new Request.Mode(modeOf(text), promptFor.probe()));
            case PROBE -> Action.ask(new Request.Probe(List.of(text), false, true));
            default -> Action.ask(new Request.Unprobe(text, true));
        };
    }

    private Action consent(String text) {
        boolean isGiven = text.matches("(?i)y|yes");
        message = isGiven ? "" : "nothing was changed";
        return isGiven ? new Action(false, -1, askedAbout, true) : Action.NONE;
    }

    /** One letter is enough. */
    private static String modeOf(String text) {
        return switch (text) {
            case "o" -> "on";
            case "f" -> "off";
            case "c" -> "counted";
            case "s" -> "sampled:16";
            default -> text;
        };
    }
}
