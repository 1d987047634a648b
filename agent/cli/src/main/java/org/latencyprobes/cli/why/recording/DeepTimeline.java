package org.latencyprobes.cli.why.recording;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.latencyprobes.explain.Holder;
import org.latencyprobes.explain.Span;
import org.latencyprobes.explain.Stall;
import org.latencyprobes.explain.Wait;
import org.latencyprobes.explain.WaitKind;

/**
 * What a recording says, on the scale that its ticks were mapped to: waits by thread, pauses of the JVM, and where memory was taken and code ran.
 * Filled by its reader, then not changed.
 */
public final class DeepTimeline {

    private final Map<Long, List<Wait>> waits = new HashMap<>();
    private final List<Pause> pauses = new ArrayList<>();
    private final List<MonitorEntry> entries = new ArrayList<>();
    private final Map<String, Long> allocated = new HashMap<>();
    private final Map<Long, List<CodeSample>> samples = new HashMap<>();
    private final Map<Long, List<Deoptimisation>> deoptimisations = new HashMap<>();
    private final Map<String, PoolUses> poolUses = new HashMap<>(); // by what is waited for
    private WaitSettings settings; // null where all waits were to be recorded
    private final long coveredToNanos;
    private long coveredFromNanos;
    private long lostBytes;
    private long lookNanos = TimeUnit.MILLISECONDS.toNanos(20);
    private long longestPauseNanos;

    /** A thread that ran code at a moment, and the method outside of the JDK that it was in. */
    record CodeSample(long nanoTime, String site) {}

    /**
     * A moment from which on a thread interpreted code that had been compiled on an assumption that did not hold.
     *
     * @param nanoTime the moment
     * @param method the code as {@code Class.method}; empty where it is not known
     * @param reason HotSpot's word for the assumption, such as {@code unstable_if}
     */
    public record Deoptimisation(long nanoTime, String method, String reason) {}

    DeepTimeline(long coveredFromNanos, long coveredToNanos) {
        this.coveredFromNanos = coveredFromNanos;
        this.coveredToNanos = coveredToNanos;
    }

    void tellBy(WaitSettings ofWaits) {
        settings = ofWaits;
    }

    void add(Wait wait) {
        waits.computeIfAbsent(wait.threadId(), id -> new ArrayList<>()).add(wait);
    }

    void add(Pause pause) {
        pauses.add(pause);
        longestPauseNanos = Math.max(longestPauseNanos, pause.nanos());
    }

    void add(MonitorEntry entry) {
        entries.add(entry);
    }

    void addAllocated(String site, long bytes) {
        allocated.merge(site, bytes, Long::sum);
    }

    void addSample(long threadId, CodeSample sample) {
        samples.computeIfAbsent(threadId, id -> new ArrayList<>()).add(sample);
    }

    void addPoolUse(String awaited, Holder user, Span time) {
        poolUses.computeIfAbsent(awaited, any -> new PoolUses()).add(user, time);
    }

    void add(long threadId, Deoptimisation deoptimisation) {
        deoptimisations.computeIfAbsent(threadId, id -> new ArrayList<>()).add(deoptimisation);
    }

    void coverFrom(long nanoTime) {
        coveredFromNanos = Math.max(coveredFromNanos, nanoTime);
    }

    void lose(long nanoTime, long bytes) {
        coverFrom(nanoTime);
        lostBytes += bytes;
    }

    void lookEach(long nanos) {
        lookNanos = nanos;
    }

    /**
     * How often Flight Recorder looked which code threads run.
     *
     * @return the time between two looks, in ns
     */
    public long lookNanos() {
        return lookNanos;
    }

    void sort() {
        waits.values().forEach(list -> list.sort(Comparator.comparingLong(Wait::startNanos)));
        pauses.sort(Comparator.comparingLong(Pause::startNanos));
        poolUses.values().forEach(PoolUses::sort);
    }

    /**
     * Whether everything in a time is known.
     *
     * @param time the time
     * @return false where the recording had not begun, had ended, may have lost events, or was not to hold all waits
     */
    public boolean covers(Span time) {
        return time.from() - coveredFromNanos >= 0
                && coveredToNanos - time.to() >= 0
                && (settings == null || settings.tellAll(time));
    }

    /**
     * What the recording was not told to hold.
     *
     * @param time the time
     * @return sentences, of which the last says what follows; empty where it holds all waits from 1 ms on
     */
    public List<String> missing(Span time) {
        List<String> missing = settings == null ? List.of() : settings.missing(time);
        if (missing.isEmpty()) {
            return missing;
        }
        List<String> sentences = new ArrayList<>(missing);
        sentences.add("so the rest of a call is unknown, never on-cpu: docs/why.md has the settings that tell it");
        return sentences;
    }

    /**
     * From when on all that was to be recorded is known, unless settings leave it out.
     *
     * @return a moment on the scale of the ticks
     */
    public long coveredFromNanos() {
        return coveredFromNanos;
    }

    /**
     * What Flight Recorder says that it has lost.
     *
     * @return bytes of events
     */
    public long lostBytes() {
        return lostBytes;
    }

    /**
     * The waits of a thread that overlap a time. Those for a connection of a pool are told by who used others.
     *
     * @param threadId the thread's Java id
     * @param time the time
     * @return in order of their start
     */
    public List<Wait> waits(long threadId, Span time) {
        return waits.getOrDefault(threadId, List.of()).stream()
                .filter(wait -> wait.startNanos() - time.to() < 0 && wait.endNanos() - time.from() > 0)
                .flatMap(this::parts)
                .toList();
    }

    /**
     * What a call waited for while it was parked, where its method gives connections of a pool: of virtual threads no parking is recorded.
     *
     * @param probe the call's
     * @param threadId its thread's Java id
     * @param span its time
     * @return waits of all of that time; none where its method is another
     */
    public List<Wait> poolWaits(String probe, long threadId, Span span) {
        String awaited = PoolStack.awaitedBy(probe);
        return awaited.isEmpty()
                ? List.of()
                : parts(new Wait(WaitKind.PARK, threadId, span.from(), span.nanos(), 0, awaited, ""))
                        .toList();
    }

    private Stream<Wait> parts(Wait wait) {
        PoolUses uses = poolUses.get(wait.detail());
        return uses == null ? Stream.of(wait) : uses.parts(wait, lookNanos).stream();
    }

    /**
     * The pauses of the JVM.
     *
     * @return in order of their start
     */
    public List<Pause> pauses() {
        return pauses;
    }

    /**
     * The pauses of the JVM that may overlap a time.
     *
     * @param time the time
     * @return in order of their start; some may have ended before the time
     */
    public List<Pause> pauses(Span time) {
        return pauses.subList(
                before(pauses, Pause::startNanos, time.from() - longestPauseNanos),
                before(pauses, Pause::startNanos, time.to()));
    }

    /** How many begin before a moment, of those that are sorted by their start. */
    static <T> int before(List<T> sorted, ToLongFunction<T> start, long nanoTime) {
        int from = 0;
        int to = sorted.size();
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (start.applyAsLong(sorted.get(middle)) < nanoTime) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    /**
     * The waits before {@code synchronized} methods.
     *
     * @return in no order
     */
    public List<MonitorEntry> monitorEntries() {
        return entries;
    }

    /**
     * Where most memory was taken, by a sample of allocations.
     *
     * @return a method outside of the JDK as {@code Class.method}, or empty
     */
    public String mostAllocation() {
        return greatest(allocated);
    }

    /**
     * Where a thread was seen running most often in some time.
     *
     * @param threadId the thread's Java id
     * @param time the time
     * @return methods outside of the JDK with how often each was seen
     */
    public Map<String, Long> running(long threadId, Span time) {
        Map<String, Long> seen = new HashMap<>();
        for (CodeSample sample : samples.getOrDefault(threadId, List.of())) {
            if (sample.nanoTime - time.from() >= 0 && sample.nanoTime - time.to() <= 0) {
                seen.merge(sample.site, 1L, Long::sum);
            }
        }
        return seen;
    }

    /**
     * Where a thread was for half of a time or more in which another waited for what it held.
     *
     * @param threadId the thread's Java id
     * @param time the time
     * @param hasHeldAll whether it held that all the time; else it may have waited for it, too, or run elsewhere
     * @return a method outside of the JDK, or empty
     */
    public String place(long threadId, Span time, boolean hasHeldAll) {
        Map<String, Long> nanos = new HashMap<>();
        for (Wait wait : waits(threadId, time)) {
            if (hasHeldAll || wait.kind() != WaitKind.LOCK) {
                long within = Stall.overlapNanos(wait.startNanos(), wait.nanos(), time.from(), time.to());
                nanos.merge(wait.site(), within, Long::sum);
            }
        }
        if (hasHeldAll) {
            running(threadId, time).forEach((site, looks) -> nanos.merge(site, looks * lookNanos, Long::sum));
        }
        String place = greatest(nanos);
        return 2 * nanos.getOrDefault(place, 0L) >= time.nanos() ? place : "";
    }

    /**
     * The deoptimisations that a thread met in some time.
     *
     * @param threadId the thread's Java id
     * @param time the time
     * @return in no order
     */
    public List<Deoptimisation> deoptimisations(long threadId, Span time) {
        return deoptimisations.getOrDefault(threadId, List.of()).stream()
                .filter(each -> each.nanoTime - time.from() >= 0 && each.nanoTime - time.to() <= 0)
                .toList();
    }

    static String greatest(Map<String, Long> amounts) {
        return amounts.entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse("");
    }
}
