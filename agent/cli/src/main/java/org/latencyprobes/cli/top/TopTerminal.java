package org.latencyprobes.cli.top;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.terminal.impl.exec.ExecTerminalProvider;
import org.jline.terminal.spi.SystemStream;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.slow.Remark;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.live.LiveFeed;
import org.latencyprobes.cli.live.LiveModel;
import org.latencyprobes.cli.live.LiveView;
import org.latencyprobes.internal.thread.DaemonThread;

/**
 * The terminal while it shows the live table: it reads keys and is drawn anew when there is something new. It uses the terminal's other
 * screen and gives everything back, whatever ends it. For one thread.
 */
public final class TopTerminal {

    private static final long KEY_MILLIS = 100;
    private static final int USUAL_WIDTH = 80;
    private static final int USUAL_HEIGHT = 24;

    /** What the agent asks before it does what a request wants. */
    private record Question(Request request, String sentence) {}

    private final LiveModel model;
    private final LiveFeed.Agent agent;
    private final LiveFeed.Agent allowing;
    private final TopState state;
    private final Terminal terminal;
    private final Attributes former;
    private final Theme theme;
    private final Display display;
    private final AtomicBoolean isChanged = new AtomicBoolean(true);
    private final AtomicBoolean isResized = new AtomicBoolean(true);
    private final AtomicBoolean isRestored = new AtomicBoolean();
    private final ExecutorService requests =
            Executors.newSingleThreadExecutor(work -> DaemonThread.of("requests", work));
    private volatile boolean isOver;
    private volatile String said;
    private volatile Question asked;
    private int width;
    private int height;

    private TopTerminal(
            LiveModel model, LiveFeed.Agent agent, LiveFeed.Agent allowing, TopRows rows, Terminal terminal) {
        this.model = model;
        this.agent = agent;
        this.allowing = allowing;
        this.terminal = terminal;
        state = new TopState(rows);
        former = terminal.getAttributes();
        Integer colours = terminal.getNumericCapability(Capability.max_colors);
        boolean isPlain =
                System.getenv("NO_COLOR") != null && !System.getenv("NO_COLOR").isEmpty();
        theme = new Theme(
                !isPlain && colours != null && colours >= 8, StandardCharsets.UTF_8.equals(terminal.encoding()));
        display = new Display(terminal, true);
    }

    /**
     * Whether there is a terminal on which lines can be drawn anew.
     *
     * @return false where standard input or output is something else, or the terminal is dumb
     */
    public static boolean isThere() {
        String type = System.getenv("TERM");
        ExecTerminalProvider provider = new ExecTerminalProvider();
        return type != null
                && !type.isEmpty()
                && !type.startsWith("dumb")
                && provider.isSystemStream(SystemStream.Input)
                && provider.isSystemStream(SystemStream.Output);
    }

    /**
     * Shows the table until the user leaves or the time is over.
     *
     * @param model is shown; somebody else feeds it, and runs what this gives as {@code feed} its argument
     * @param agent gets the user's requests
     * @param allowing the same, which allows what the agent asks
     * @param rows which are shown at first
     * @param nanos after this time it ends, in ns
     * @param feed begins to feed the model, and says when it has changed
     * @throws IOException if the terminal cannot be had
     */
    public static void show(
            LiveModel model, LiveFeed.Agent agent, LiveFeed.Agent allowing, TopRows rows, long nanos, Feed feed)
            throws IOException {
        Thread.currentThread().setContextClassLoader(TopTerminal.class.getClassLoader()); // the library looks there
        try (Terminal terminal = TerminalBuilder.builder()
                .provider("exec")
                .system(true)
                .systemOutput(TerminalBuilder.SystemOutput.SysOut)
                .dumb(false)
                .build()) {
            TopTerminal top = new TopTerminal(model, agent, allowing, rows, terminal);
            LiveFeed feeding = feed.begin(() -> top.isChanged.set(true));
            try {
                top.run(System.nanoTime() + nanos);
            } finally {
                feeding.close();
            }
        }
    }

    /** What feeds the model. */
    @FunctionalInterface
    public interface Feed {

        /**
         * Begins.
         *
         * @param changed is to be run after each change
         * @return what ends it
         */
        LiveFeed begin(Runnable changed);
    }

    private void run(long endNanos) throws IOException {
        Thread hook = new Thread(this::restore);
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            enter();
            while (!isOver && System.nanoTime() - endNanos < 0) {
                draw();
                int key = KeyCode.read(terminal.reader(), KEY_MILLIS);
                if (key != KeyCode.NONE) {
                    act(state.key(key, model.view()));
                }
            }
        } finally {
            restore();
            requests.shutdownNow();
            removeHook(hook);
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException processIsEnding) {
            return;
        }
    }

    private void enter() {
        terminal.handle(Terminal.Signal.INT, signal -> isOver = true);
        terminal.handle(Terminal.Signal.WINCH, signal -> isResized.set(true));
        terminal.enterRawMode();
        Attributes raw = new Attributes(terminal.getAttributes());
        raw.setControlChar(Attributes.ControlChar.VSUSP, 0); // a stopped program would leave the terminal as it is
        terminal.setAttributes(raw);
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.cursor_invisible);
        terminal.flush();
    }

    private void restore() {
        if (isRestored.compareAndSet(false, true)) {
            terminal.puts(Capability.exit_attribute_mode);
            terminal.puts(Capability.exit_ca_mode);
            terminal.puts(Capability.cursor_normal);
            terminal.flush();
            terminal.setAttributes(former);
        }
    }

    private void act(TopState.Action action) {
        isChanged.set(true);
        if (action.isQuit()) {
            isOver = true;
        }
        if (action.windowSeconds() >= 0) {
            model.window(action.windowSeconds());
        }
        if (action.request() != null) {
            state.say(action.request().command() + " …");
            requests.execute(() -> send(action.request(), action.isConsent() ? allowing : agent));
        }
    }

    private void send(Request request, LiveFeed.Agent to) {
        try {
            Answer answer = to.ask(request);
            List<Remark> questions = answer.all(Remark.DEOPTIMISE, Remark.class);
            if (!questions.isEmpty()) {
                asked = new Question(request, questions.get(0).sentence());
            } else {
                said = answer.sentences().isEmpty()
                        ? request.command() + ": done"
                        : String.join("; ", answer.sentences());
            }
        } catch (UnreachableException e) {
            said = e.getMessage();
        }
        isChanged.set(true);
    }

    private void draw() {
        if (isResized.compareAndSet(true, false)) {
            Size size = terminal.getSize();
            width = size.getColumns() > 0 ? size.getColumns() : USUAL_WIDTH;
            height = size.getRows() > 0 ? size.getRows() : USUAL_HEIGHT;
            display.resize(height, width);
            display.clear();
            isChanged.set(true);
        }
        if (isChanged.compareAndSet(true, false)) {
            if (said != null && state.prompt() != TopState.Prompt.CONSENT) { // whose question stands there
                state.say(said);
            }
            said = null;
            if (asked != null && state.prompt() == null) { // else what is typed there would answer
                state.ask(asked.request, asked.sentence);
                asked = null;
            }
            LiveView view = state.shown(model.view());
            display.update(TopScreen.of(model, view, state, theme, width, height), -1);
        }
    }
}
