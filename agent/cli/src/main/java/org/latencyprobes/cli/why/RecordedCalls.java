package org.latencyprobes.cli.why;

import static org.latencyprobes.internal.report.UnitFactors.NANOS_PER_MICRO;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.pattern.NameGlob;
import org.latencyprobes.agent.protocol.codec.Texts;
import org.latencyprobes.agent.protocol.codec.UtcTime;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.agent.slow.SampledCalls;
import org.latencyprobes.agent.slow.StratumPool;
import org.latencyprobes.cli.logs.LineFilter;
import org.latencyprobes.cli.print.CauseColours;
import org.latencyprobes.cli.why.recording.EventTexts;
import org.latencyprobes.cli.why.recording.TickScale;
import org.latencyprobes.explain.HeldWait;
import org.latencyprobes.explain.Span;
import org.latencyprobes.explain.Spans;
import org.latencyprobes.explain.Split;
import org.latencyprobes.explain.ThreadTime;
import org.latencyprobes.internal.counts.Layout;
import org.latencyprobes.internal.counts.Strata;

/**
 * The slow calls that the agent has written to a recording: a sample of each probe, set of tags and outcome, and the longest. For one
 * thread.
 */
final class RecordedCalls {

    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}(\\.\\d{1,9})?");

    /** The agent's event. */
    static final String EVENT = "latencyprobes.SlowCall";

    /** Its fields that are read, but for texts, which may be missing. */
    private static final List<String> FIELDS =
            List.of("thread", "threadId", "isVirtual", "standsFor", "nestedCalls", "nestedNanos");

    /** Besides the sample. */
    private static final int LONGEST = 64;

    private static final long SEED = 17;

    private static final Comparator<SingleCall> SHORTEST_FIRST = Comparator.comparingLong(SingleCall::nanos);

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final TickScale scale;
    private final long slowNanos;
    private final List<NameGlob> names;
    private final Map<CallsKey, Kept> byProbe = new TreeMap<>();
    private final TreeSet<String> otherProbes = new TreeSet<>();

    /** The calls of one probe, set of tags and outcome. */
    static final class Kept {

        private final Histogram counted = new Histogram(2);
        private final StratumPool<SingleCall> sample = new StratumPool<>(SampledCalls.WATCHED);
        private final PriorityQueue<SingleCall> longest = new PriorityQueue<>(SHORTEST_FIRST);

        /** A call that stands for others had a priority below the bound by which it was drawn: so had all of its stratum that stay in the sample. */
        void add(int stratum, int bound, SingleCall call, SplittableRandom random) {
            sample.lower(stratum, bound);
            sample.offer(stratum, random.nextInt(bound), call);
        }

        /** How many there were, by what each of them stands for. */
        Histogram counted() {
            return counted;
        }

        /** The slowest first. Those that are only among the longest are not in the sample. */
        List<SingleCall> all() {
            List<SingleCall> all = new ArrayList<>(sample.calls());
            Set<SingleCall> known = Collections.newSetFromMap(new IdentityHashMap<>());
            known.addAll(all);
            longest.stream().filter(known::add).map(SingleCall::notSampled).forEach(all::add);
            all.sort(SHORTEST_FIRST.reversed());
            return all;
        }
    }

    /** Prepares for calls from a duration on, of probes of some names. */
    RecordedCalls(TickScale scale, long slowNanos, List<NameGlob> names) {
        this.scale = scale;
        this.slowNanos = slowNanos;
        this.names = names;
    }

    /**
     * Takes an event, which may be a slow call.
     *
     * @throws IOException if another version of the agent wrote it
     */
    void accept(RecordedEvent event) throws IOException {
        if (event.getEventType().getName().equals(EVENT)) {
            List<String> missing =
                    FIELDS.stream().filter(field -> !event.hasField(field)).toList();
            if (!missing.isEmpty()) {
                throw new IOException("was written by another version of the agent, whose slow calls have no "
                        + String.join(", ", missing) + ": read it with the jar of that version");
            }
            String probe = EventTexts.of(event, "probe");
            if (!probe.isEmpty()) {
                accept(event, probe);
            }
        }
    }

    private void accept(RecordedEvent event, String probe) {
        if (!LineFilter.matches(names, probe)) {
            otherProbes.add(probe);
            return;
        }
        Kept kept = byProbe.computeIfAbsent(
                new CallsKey(probe, Texts.parsedTags(EventTexts.of(event, "tags")), EventTexts.of(event, "outcome")),
                any -> new Kept());
        long nanos = scale.length(event.getLong("duration"));
        if (nanos >= slowNanos) {
            SingleCall call = call(event, nanos);
            long standsFor = Math.max(1, event.getLong("standsFor"));
            kept.counted.recordValueWithCount(Math.min(nanos, Layout.MAX_NANOS), standsFor);
            kept.add(Strata.of(nanos), (int) Math.max(1, Strata.EACH / standsFor), call, random);
            kept.longest.add(call);
            if (kept.longest.size() > LONGEST) {
                kept.longest.remove();
            }
        }
    }

    private SingleCall call(RecordedEvent event, long nanos) {
        Map<String, Double> parts = parts(event);
        long startNanos = scale.nanoTime(event.getLong("startTime"));
        long atMillis = TimeUnit.NANOSECONDS.toMillis(startNanos);
        long threadId = event.getLong("threadId");
        long inside = event.getLong("nestedCalls");
        return new SingleCall(
                EventTexts.of(event, "probe"),
                Texts.parsedTags(EventTexts.of(event, "tags")),
                EventTexts.of(event, "outcome"),
                UtcTime.ofMilli(atMillis),
                nanos / NANOS_PER_MICRO,
                parts.isEmpty()
                        ? SingleCall.NOT_EXPLAINED
                        : Split.main(cause -> parts.getOrDefault(cause.label(), 0.0))
                                .label(),
                inside < 0 ? null : inside,
                inside < 0 ? Double.NaN : event.getLong("nestedNanos") / NANOS_PER_MICRO,
                EventTexts.of(event, "trace"),
                Texts.thread(threadName(event), threadId),
                threadId < 0 ? null : threadId,
                parts,
                atMillis,
                startNanos,
                ThreadTime.parse(EventTexts.of(event, "ofThread"), startNanos),
                List.of(),
                true,
                event.getBoolean("isVirtual"),
                Map.of(),
                HeldWait.parse(EventTexts.of(event, "holders"), startNanos));
    }

    /** Without what this version does not know: whoever made the recording wrote the text. */
    private static Map<String, Double> parts(RecordedEvent event) {
        Map<String, Double> parts = new LinkedHashMap<>();
        Texts.parsedTags(EventTexts.of(event, "causes")).forEach((cause, micros) -> {
            if (CauseColours.isCause(cause) && NUMBER.matcher(micros).matches()) {
                parts.put(cause, Double.valueOf(micros));
            }
        });
        return parts;
    }

    /** Empty for most virtual threads. */
    private static String threadName(RecordedEvent event) {
        String name = event.getString("thread");
        return name == null ? "#" + event.getLong("threadId") : name;
    }

    boolean isEmpty() {
        return byProbe.isEmpty();
    }

    /** Names of probes that were not asked for. */
    TreeSet<String> otherProbes() {
        return otherProbes;
    }

    /** All that are kept. */
    List<SingleCall> calls() {
        return byProbe.values().stream().flatMap(kept -> kept.all().stream()).toList();
    }

    /** By thread, when it was in one of them, or held what one waited for. */
    Map<Long, Spans> spans() {
        Map<Long, List<Span>> byThread = new HashMap<>();
        for (SingleCall call : calls()) {
            byThread.computeIfAbsent(call.idOfThread(), any -> new ArrayList<>())
                    .add(call.span());
            for (HeldWait held : call.holdings()) {
                if (held.threadId() < 0) {
                    continue; // as threads of the JVM's own have no id
                }
                byThread.computeIfAbsent(held.threadId(), any -> new ArrayList<>())
                        .add(new Span(held.startNanos(), held.startNanos() + held.nanos()));
            }
        }
        Map<Long, Spans> spans = new HashMap<>();
        byThread.forEach((threadId, times) -> spans.put(threadId, Spans.of(times)));
        return spans;
    }

    /** What is kept of each probe, set of tags and outcome. */
    Map<CallsKey, Kept> byProbe() {
        return byProbe;
    }
}
