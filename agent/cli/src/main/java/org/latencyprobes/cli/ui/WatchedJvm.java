package org.latencyprobes.cli.ui;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.stall.StallSampler;
import org.latencyprobes.analysis.markup.VisibleText;
import org.latencyprobes.cli.jvm.AttachClient;
import org.latencyprobes.cli.jvm.JvmFinder;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.live.LiveFeed;
import org.latencyprobes.cli.live.LiveModel;
import org.latencyprobes.cli.live.LiveRow;
import org.latencyprobes.cli.live.LiveView;
import org.latencyprobes.cli.live.RowKey;
import org.latencyprobes.cli.live.SeriesInterval;
import org.latencyprobes.cli.report.StallMark;
import org.latencyprobes.internal.probe.Hub;
import org.latencyprobes.internal.report.Numbers;

/**
 * A JVM under watch. A thread of its own asks for what is new. When the JVM has ended, that thread looks for one that began later and
 * runs the same main class, and goes on with that. Thread-safe.
 */
final class WatchedJvm implements Watched, AutoCloseable {

    /** What stands for stalls and causes, which the pictures and a column show. */
    private static final Set<String> NO_PROBES = Set.of(StallSampler.PROBE, Hub.SLOW_CALLS);

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** A JVM without agent is asked this often: each time leaves traces there. */
    private static final long NO_AGENT_NANOS = Duration.ofSeconds(10).toNanos();

    private final LongFunction<AttachClient> clients;
    private final Set<Long> taken;
    private final String main;
    private final LiveModel model = new LiveModel();
    private final Map<Window, LiveView> views = new EnumMap<>(Window.class);
    private Window latest = Window.MINUTE;
    private LiveFeed feed;
    private volatile long pid;
    private volatile Instant followedSince;
    private volatile AttachClient client;
    private volatile String ended = "";
    private long endedPid;
    private Answer withoutAgent;
    private long withoutAgentNanos;
    private final ShownCauses causes = new ShownCauses(this::asked, System::nanoTime);

    /**
     * Begins with a JVM and does not ask it yet.
     *
     * @param clients makes the client of a JVM, by process id
     * @param taken process ids of all JVMs under watch; thread-safe
     */
    WatchedJvm(long pid, LongFunction<AttachClient> clients, Set<Long> taken) {
        this.clients = clients;
        this.taken = taken;
        follow(pid);
        main = JvmFinder.main(pid);
    }

    private void follow(long next) {
        taken.remove(pid);
        taken.add(next);
        pid = next;
        followedSince = Instant.now();
        client = clients.apply(next);
        causes.forget();
    }

    /** Asks for the first time; where there is an answer, again each second from now on. */
    Answer begin() throws UnreachableException {
        Answer first = asked(model.next());
        if (first.exitCode() == ExitCode.OK) {
            model.update(first);
            feed = new LiveFeed(model, this::ask, INTERVAL, this::changed);
        }
        return first;
    }

    private Answer ask(Request request) throws UnreachableException {
        try {
            return asked(request);
        } catch (UnreachableException e) {
            if (client.isThere()) {
                throw e;
            }
        }
        if (endedPid != pid) {
            endedPid = pid;
            ended = "process " + pid + " ended at " + PageView.TIME.format(LocalTime.now());
        }
        Long next = take(JvmFinder.begun(main, followedSince), taken);
        if (next == null) {
            return Answer.failed(ExitCode.NO_JVM, ended + "; waiting for a new JVM that runs " + main);
        }
        follow(next);
        return asked(request);
    }

    /** Takes the first that nobody else has taken; null where there is none. Others may do so at the same time. */
    static Long take(List<Long> begun, Set<Long> taken) {
        return begun.stream().filter(taken::add).findFirst().orElse(null);
    }

    private Answer asked(Request request) throws UnreachableException {
        if (withoutAgent != null && System.nanoTime() - withoutAgentNanos < NO_AGENT_NANOS && client.isThere()) {
            return withoutAgent;
        }
        Answer answer = client.ask(request);
        withoutAgent = answer.exitCode() == ExitCode.NO_AGENT
                ? Answer.failed(ExitCode.NO_AGENT, "JVM " + pid + " has no agent; start it with: attach " + pid)
                : null;
        withoutAgentNanos = System.nanoTime();
        return withoutAgent == null ? answer : withoutAgent;
    }

    @Override
    public String name() {
        return main.isEmpty() ? "JVM " + pid : main;
    }

    @Override
    public String label() {
        return main.substring(Math.max(main.lastIndexOf('.'), main.lastIndexOf('/')) + 1) + ' ' + pid;
    }

    @Override
    public State state() {
        return view().problem().isEmpty() ? State.LIVE : State.LOST;
    }

    @Override
    public long millis() {
        return view().millis();
    }

    @Override
    public String remark() {
        LiveView view = view();
        if (!view.problem().isEmpty()) {
            return view.problem();
        }
        return "process " + pid + ", " + summary(view) + (ended.isEmpty() ? "" : "; the one before, " + ended);
    }

    /** What a view says of all probes together. */
    static String summary(LiveView view) {
        return "Java " + view.facts().java()
                + ", overhead " + Numbers.percent(view.costPercent()) + " % of a core"
                + (view.leftOut() > 0 ? ", " + view.leftOut() + " series with the least calls are left out" : "")
                + view.notReturned().stream()
                        .map(sentence -> "; " + PageRows.cut(VisibleText.of(sentence)))
                        .collect(Collectors.joining());
    }

    private void changed() {
        synchronized (views) {
            views.clear();
        }
        causes.tend();
    }

    private LiveView view(Window window) {
        synchronized (views) {
            latest = window;
            return views.computeIfAbsent(window, this::read);
        }
    }

    private LiveView read(Window window) {
        synchronized (model) {
            model.window(window.seconds());
            return model.view();
        }
    }

    /** What does not depend on the window is read in that of the last reader: changing it takes time. */
    private LiveView view() {
        synchronized (views) {
            return view(latest);
        }
    }

    @Override
    public List<LiveRow> figures(Window window) {
        return view(window).rows().stream()
                .filter(row -> !NO_PROBES.contains(row.key().probe()))
                .toList();
    }

    @Override
    public ProbeRecording recording(RowKey key, Window window) {
        LiveView view = view(window);
        if (view.rows().stream().noneMatch(row -> row.key().equals(key))) {
            return null;
        }
        synchronized (model) {
            model.window(window.seconds());
            return new ProbeRecording(
                    model.histogram(key),
                    model.history(key).stream()
                            .map(SeriesInterval::histogram)
                            .filter(Objects::nonNull)
                            .toList(),
                    StallMark.byKind(view.stalls()),
                    view.millis(),
                    key.isCalls() ? view.calls(key) : List.of(),
                    causes.of(key));
        }
    }

    @Override
    public Answer change(Request request, boolean isConsent) {
        try {
            return (isConsent ? clients.apply(pid).asking(question -> AttachClient.Consent.GIVEN) : client)
                    .ask(request);
        } catch (UnreachableException e) {
            return Answer.failed(ExitCode.NO_JVM, e.getMessage());
        }
    }

    @Override
    public void close() {
        taken.remove(pid);
        if (feed != null) {
            feed.close();
        }
    }
}
