package org.latencyprobes.cli.compare;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.figures.HistogramRow;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.live.LiveFeed;
import org.latencyprobes.cli.live.LiveInterval;
import org.latencyprobes.cli.live.LiveModel;
import org.latencyprobes.cli.live.LiveRow;
import org.latencyprobes.cli.live.RowKey;
import org.latencyprobes.cli.live.SeriesInterval;
import org.latencyprobes.cli.logs.LineFilter;
import org.latencyprobes.internal.histogram.Tag;

/**
 * The live JVMs among the sides of a comparison. A process id alone is watched for some time, two of them at the same time. With marks, such
 * as {@code 4711@before} or {@code 4711@start..before}, it is what the JVM recorded from the one to the other, or until now. For one thread.
 */
public final class JvmRuns {

    /** No JVMs. */
    static final JvmRuns NONE = new JvmRuns(Duration.ZERO, pid -> null, said -> {});

    private static final Pattern FORM = Pattern.compile("([1-9]\\d{0,17})(?:@(.+?)(?:\\.\\.(.+))?)?");
    private static final String MOVING = "last";
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final Duration time;
    private final LongFunction<LiveFeed.Agent> agents;
    private final Consumer<String> progress;
    private final Map<String, Run> runs = new HashMap<>();
    private final Set<String> remarks = new LinkedHashSet<>();

    /**
     * Prepares to read JVMs.
     *
     * @param time for which JVMs are watched
     * @param agents asks the agent in a JVM, by its process id
     * @param progress gets what takes long
     */
    public JvmRuns(Duration time, LongFunction<LiveFeed.Agent> agents, Consumer<String> progress) {
        this.time = time;
        this.agents = agents;
        this.progress = progress;
    }

    /**
     * Whether an argument is a JVM.
     *
     * @param argument any
     * @return false also where there is a file of that name
     */
    public static boolean isJvm(String argument) {
        return FORM.matcher(argument).matches() && !Files.exists(Path.of(argument));
    }

    /**
     * Whether an argument is a JVM that is watched for some time.
     *
     * @param argument any
     * @return false also for what it recorded between marks
     */
    public static boolean isWatched(String argument) {
        return isJvm(argument) && argument.indexOf('@') < 0;
    }

    /** Whether an argument is a JVM that is read here. */
    boolean reads(String argument) {
        return this != NONE && isJvm(argument);
    }

    /** The name of a JVM in messages. */
    static String name(String argument) {
        return "JVM " + argument;
    }

    /** What is to be said of the JVMs that were read. */
    Set<String> remarks() {
        return remarks;
    }

    Run run(String argument) {
        return runs.get(argument);
    }

    /**
     * Reads the JVMs among some arguments.
     *
     * @return null, or the answer of an agent that refused
     * @throws UnreachableException if an agent cannot be asked
     */
    Answer read(List<String> arguments, LineFilter filter) throws UnreachableException {
        Map<String, LiveModel> watched = new LinkedHashMap<>();
        for (String argument : arguments) {
            Matcher matcher = FORM.matcher(argument);
            if (!isJvm(argument) || !matcher.matches()) {
                continue;
            }
            LiveFeed.Agent agent = agents.apply(Long.parseLong(matcher.group(1)));
            Answer answer = matcher.group(2) == null
                    ? first(agent, watched.computeIfAbsent(argument, any -> new LiveModel()))
                    : marked(argument, matcher, agent, filter);
            if (answer.exitCode() != ExitCode.OK) {
                return answer;
            }
        }
        watch(watched);
        watched.forEach((argument, model) -> runs.put(argument, watched(argument, model, filter)));
        return null;
    }

    private static Answer first(LiveFeed.Agent agent, LiveModel model) throws UnreachableException {
        Answer answer = agent.ask(model.next());
        if (answer.exitCode() == ExitCode.OK) {
            model.update(answer);
        }
        return answer;
    }

    private Answer marked(String argument, Matcher matcher, LiveFeed.Agent agent, LineFilter filter)
            throws UnreachableException {
        String from = matcher.group(2);
        String to = matcher.group(3);
        if (MOVING.equals(from) || MOVING.equals(to)) {
            return Answer.failed(
                    ExitCode.USAGE,
                    argument + ": each report moves the bookmark last; set another one by the command mark");
        }
        Answer answer = agent.ask(new Request.Report(from, to, false, true));
        if (answer.exitCode() != ExitCode.OK) {
            return answer;
        }
        MarkedTime all = new MarkedTime(
                answer.all(ReportRow.TABLE, ReportRow.class), answer.all(HistogramRow.TABLE, HistogramRow.class));
        MarkedTime later = new MarkedTime(
                answer.all(ReportRow.LATER_TABLE, ReportRow.class),
                answer.all(HistogramRow.LATER_TABLE, HistogramRow.class));
        if (all.lacks(later)) {
            return Answer.failed(ExitCode.USAGE, argument + ": " + from + " is later than " + to);
        }
        runs.put(argument, all.run(name(argument), later, filter));
        remarks.add(
                "between marks a JVM keeps sums alone, so there is no interval: for one, watch JVMs with --for, or set the"
                        + " option hlog");
        return answer;
    }

    private void watch(Map<String, LiveModel> models) {
        List<LiveFeed> feeds = new ArrayList<>();
        if (models.isEmpty()) {
            return;
        }
        progress.accept("watching " + String.join(" and ", models.keySet()) + " for " + time.toSeconds() + " s");
        models.forEach((argument, model) ->
                feeds.add(new LiveFeed(model, agents.apply(Long.parseLong(argument)), INTERVAL, () -> {})));
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
            feeds.forEach(LiveFeed::close);
            for (LiveFeed feed : feeds) {
                feed.awaitEnd();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            feeds.forEach(LiveFeed::close);
        }
    }

    private Run watched(String argument, LiveModel model, LineFilter filter) {
        if (!model.view().problem().isEmpty()) {
            remarks.add(name(argument) + " could not be watched to the end: "
                    + model.view().problem());
        }
        if (model.view().leftOut() > 0) {
            remarks.add(name(argument) + ": " + model.view().leftOut() + " series with the least calls are left out");
        }
        Run run = Run.of(name(argument));
        for (LiveRow row : model.view().rows()) {
            RowKey key = row.key();
            Tag tag = new Tag(key.probe(), key.tags(), key.outcome());
            if (filter.isWanted(tag)) {
                model.history(key).forEach(interval -> add(run, tag, interval));
            }
        }
        List<LiveInterval> intervals = model.intervals();
        if (!intervals.isEmpty()) {
            run.cover(intervals.get(intervals.size() - 1).toMillis()
                    - intervals.get(0).startMillis());
        }
        run.close();
        return run;
    }

    private void add(Run run, Tag tag, SeriesInterval interval) {
        Histogram line = interval.histogram();
        if (line == null) {
            remarks.add(run.name() + ": memory did not suffice for all samples; choose fewer probes with --probe");
        } else {
            run.add(tag, line, interval.count() - interval.timed());
        }
    }
}
