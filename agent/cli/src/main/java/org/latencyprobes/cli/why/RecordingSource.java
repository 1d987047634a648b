package org.latencyprobes.cli.why;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.classfile.PrintedName;
import org.latencyprobes.agent.pattern.NameGlob;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.analysis.markup.DurationText;
import org.latencyprobes.cli.logs.LineFilter;
import org.latencyprobes.cli.why.band.Band.Wanted;
import org.latencyprobes.cli.why.band.LayoutSubBuckets;
import org.latencyprobes.cli.why.band.Samples;
import org.latencyprobes.cli.why.recording.DeepTimeline;
import org.latencyprobes.cli.why.recording.MonitorEntry;
import org.latencyprobes.cli.why.recording.RecordedTime;
import org.latencyprobes.cli.why.recording.RecordingReader;
import org.latencyprobes.explain.Span;
import org.latencyprobes.explain.Spans;

/**
 * The way from a recording that somebody started, and histogram logs, to a report. The recording is read twice: for the slow calls, and for
 * what their threads waited for. Memory holds the longest calls of each probe and their waits, and all pauses. For one thread.
 */
public final class RecordingSource {

    /** How many probes a message names. */
    private static final int MOST_NAMES = 10;

    /** By so much the clock of a log and that of a recording may differ. */
    private static final long CLOCK_MILLIS = 10;

    private final Subject subject;
    private final Request request;
    private final RecordedTime time;
    private final RecordedCalls calls;
    private final List<String> remarks = new ArrayList<>();
    private boolean isAgentKnown;
    private long pid;

    private RecordingSource(Subject subject, Request request) throws IOException {
        this.subject = subject;
        this.request = request;
        time = RecordedTime.of(subject.file);
        calls = new RecordedCalls(time.scale(), request.wanted.slowNanos(), NameGlob.ofAll(request.names));
        readCalls();
    }

    /**
     * A recording, and what messages call it: what the user has asked for.
     *
     * @param file where it is, maybe for a moment only
     * @param name its name for the user
     * @param isOfAgent whether the agent has made it, which was in the JVM then
     */
    public record Subject(Path file, String name, boolean isOfAgent) {

        /**
         * A recording that somebody has made.
         *
         * @param file where the user has it
         * @return the recording
         */
        public static Subject of(Path file) {
            return new Subject(file, file.toString(), false);
        }

        /**
         * What the agent in a JVM has recorded.
         *
         * @param copy where it is now
         * @param pid the JVM's process id
         * @return the recording
         */
        public static Subject ofJvm(Path copy, long pid) {
            return new Subject(copy, "the recording of JVM " + pid, true);
        }

        /**
         * The name of its file.
         *
         * @return without folders and ending
         */
        public String shortName() {
            return String.valueOf(file.getFileName()).replaceFirst("\\.jfr$", "");
        }
    }

    /**
     * What is wanted of a recording.
     *
     * @param names of probes, in which {@code *} stands for any characters; empty for all
     * @param wanted which calls are explained; all where percentiles are not known
     * @param logs files, folders or globs of histogram logs; may be empty
     * @param skipsBad whether malformed lines of logs are passed over
     * @param ofJvm what the agent in the JVM reports, with its histograms; null where there is none to ask, or logs are given
     */
    public record Request(List<String> names, Wanted wanted, List<String> logs, boolean skipsBad, Answer ofJvm) {}

    /**
     * Reads a recording and explains its slow calls.
     *
     * @param subject the recording
     * @param request what is wanted
     * @return the report
     * @throws IOException if a file cannot be read or has nothing to explain; the message says which and why
     * @throws IllegalArgumentException if a path or glob is malformed
     */
    public static WhyReport read(Subject subject, Request request) throws IOException {
        RecordingSource source = named(subject, () -> new RecordingSource(subject, request));
        if (source.calls.isEmpty()) {
            throw new IOException(source.withoutCalls());
        }
        LogHistograms logs = source.logs();
        return source.report(source.timeline(logs), logs);
    }

    /** The readers of Flight Recorder throw many kinds where a file is damaged. */
    @FunctionalInterface
    private interface Reading<T> {
        T read() throws IOException;
    }

    private static <T> T named(Subject subject, Reading<T> reading) throws IOException {
        try {
            return reading.read();
        } catch (IOException e) {
            throw new IOException(subject.name + " " + e.getMessage(), e);
        } catch (RuntimeException e) {
            throw new IOException(
                    subject.name + " is damaged: Flight Recorder's reader fails on it with "
                            + e.getClass().getSimpleName() + place(e),
                    e);
        }
    }

    private static String place(RuntimeException e) {
        return e.getStackTrace().length == 0 ? "" : " at " + e.getStackTrace()[0];
    }

    private void readCalls() throws IOException {
        try (RecordingFile events = new RecordingFile(subject.file)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                calls.accept(event);
                if (event.getEventType().getName().equals("jdk.JVMInformation")) {
                    readJvm(event.getLong("pid"));
                }
            }
            isAgentKnown = events.readEventTypes().stream()
                    .anyMatch(type -> type.getName().equals(RecordedCalls.EVENT));
        }
    }

    private void readJvm(long ofEvent) throws IOException {
        if (pid != 0 && pid != ofEvent) {
            throw new IOException(
                    "is of two JVMs, " + pid + " and " + ofEvent + ": jfr disassemble makes one file of each chunk");
        }
        pid = ofEvent;
    }

    private String withoutCalls() {
        if (!calls.otherProbes().isEmpty()) {
            int more = calls.otherProbes().size() - MOST_NAMES;
            return subject.name + " has no slow call of " + String.join(", ", request.names) + "; it has some of "
                    + calls.otherProbes().stream().limit(MOST_NAMES).collect(Collectors.joining(", "))
                    + (more > 0 ? " and " + more + " more" : "");
        }
        if (subject.isOfAgent) {
            return subject.name
                    + " has no slow call: nothing was probed, no call was slower than its probe's threshold,"
                    + " slow=off keeps none, or the agent has only just begun to write them";
        }
        return subject.name + " has no event " + RecordedCalls.EVENT + ": "
                + (isAgentKnown
                        ? "nothing was probed, or no call was slower than its probe's threshold and the recording's,"
                                + " or the recording's settings switch the event off, as why --keep does, which has slow"
                                + " calls from the agent"
                        : "the agent, which writes one for each slow call, was not in this JVM while it recorded."
                                + " Attach it, or start the JVM with it, and record anew");
    }

    private LogHistograms logs() throws IOException {
        if (request.logs.isEmpty() && request.ofJvm != null) {
            remarks.add("calls and percentiles: of all calls since the probes began, as report has them");
            return LogHistograms.of(request.ofJvm);
        }
        if (request.logs.isEmpty()) {
            remarks.add(
                    "calls and percentiles are not known: give the JVM's histogram log (.hlog) behind the recording");
            return LogHistograms.none();
        }
        return LogHistograms.read(
                request.logs,
                request.skipsBad,
                firstMillis(),
                millis(time.span().to()),
                remarks);
    }

    /** A slow call is written later than it is counted, so the first ones may have ended before the recording began. */
    private long firstMillis() {
        long start = millis(time.span().from());
        return calls.calls().stream()
                .mapToLong(call -> millis(call.startNanos() + call.nanos()) - CLOCK_MILLIS)
                .reduce(start, Math::min);
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    private DeepTimeline timeline(LogHistograms logs) throws IOException {
        Map<Long, Spans> spans = calls.spans();
        Spans ofAll = Spans.of(
                spans.values().stream().flatMap(each -> each.all().stream()).toList());
        Set<String> probes = new HashSet<>();
        calls.byProbe().keySet().forEach(key -> probes.add(key.probe()));
        logs.keys().forEach(key -> probes.add(key.probe()));
        RecordingReader.EventFilter wanted = new RecordingReader.EventFilter() {
            @Override
            public boolean test(long threadId, Span span) {
                Spans ofThread = spans.get(threadId);
                return ofThread != null && !ofThread.within(span).isEmpty();
            }

            @Override
            public boolean isInCall(Span span) {
                return !ofAll.within(span).isEmpty();
            }

            @Override
            public boolean isProbed(String className, String method) {
                return probes.contains(probe(className, method));
            }
        };
        return named(subject, () -> RecordingReader.read(subject.file, time, wanted));
    }

    /** The name of a method's probe, unless it was given another. */
    private static String probe(String className, String method) {
        return PrintedName.of(className) + '.' + method;
    }

    private WhyReport report(DeepTimeline deep, LogHistograms logs) {
        remark(deep);
        List<NameGlob> names = NameGlob.ofAll(request.names);
        List<ProbeCalls> probes = new ArrayList<>();
        calls.byProbe().forEach((key, kept) -> probes.add(probe(key, kept.all(), kept.counted(), deep, logs)));
        logs.keys().stream()
                .filter(key -> !calls.byProbe().containsKey(key) && LineFilter.matches(names, key.probe()))
                .forEach(key -> probes.add(probe(key, List.of(), new Histogram(2), deep, logs)));
        return new WhyReport(
                        new WhySubject(pid, String.valueOf(subject.file.getFileName()), ""),
                        time.span(),
                        millis(time.span().from()),
                        List.of(),
                        CallEvidence.ofRecording(calls.calls(), deep).with(calls.calls()),
                        new Disturbances(List.of()),
                        List.copyOf(remarks))
                .explaining(probes, request.wanted);
    }

    /** Calls from a duration on are counted by the sample itself, which is of the recording's time. */
    private ProbeCalls probe(
            CallsKey key, List<SingleCall> kept, Histogram recorded, DeepTimeline deep, LogHistograms logs) {
        List<MonitorEntry> entries = deep.monitorEntries().stream()
                .filter(entry -> !key.isUntilReturn()
                        && probe(entry.className(), entry.method()).equals(key.probe()))
                .toList();
        Histogram all = logs.of(key);
        boolean isCounted =
                all.getTotalCount() > 0 && !(request.wanted.slowNanos() > 0 && recorded.getTotalCount() > 0);
        return new ProbeCalls(
                key,
                all,
                isCounted ? all : recorded,
                kept,
                isCounted ? lost(all, recorded) : new double[0],
                entries,
                all.getTotalCount() > 0 && all.getMaxValue() < request.wanted.slowNanos()
                        ? Samples.noneTook(request.wanted)
                        : Samples.NONE);
    }

    /** The calls that were counted and not recorded: shorter than what was slow, or more than the agent takes. */
    private static double[] lost(Histogram all, Histogram recorded) {
        double[] lost = LayoutSubBuckets.byStratum(all);
        double[] known = LayoutSubBuckets.byStratum(recorded);
        Arrays.setAll(lost, stratum -> Math.max(0, lost[stratum] - known[stratum]));
        return lost;
    }

    private void remark(DeepTimeline deep) {
        remarks.add("deep causes: Flight Recorder was on for "
                + DurationText.of(time.span().nanos()) + ", in " + subject.file.getFileName());
        remarks.addAll(deep.missing(time.span()));
        if (deep.lostBytes() > 0) {
            remarks.add("Flight Recorder has lost " + deep.lostBytes()
                    + " bytes of events: the rest of calls before is unknown");
        }
    }
}
