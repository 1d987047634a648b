package org.latencyprobes.cli.why;

import static org.latencyprobes.internal.report.UnitFactors.PERCENT;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.analysis.markup.DurationText;
import org.latencyprobes.explain.Cause;
import org.latencyprobes.explain.Detail;
import org.latencyprobes.explain.Holder;

/** What is known of a cause beside its share: the largest details, each with its own share of the cause's time. Stateless. */
final class DetailText {

    /** Before the method that a thread was seen in whose time is unknown otherwise. */
    static final String SEEN = "seen running in ";

    private static final int MOST = 3;
    /** A detail with less of the time comes to nothing. */
    private static final double LEAST = 0.01;

    /** A detail with more of the time stands for all of it. */
    private static final double WHOLE = 0.95;

    private DetailText() {}

    /**
     * What is known of a cause in all of these calls, the largest first. Looks at a thread are told as they were. All else is of the calls that
     * each of these stands for.
     *
     * @param weights how many that are; 0 for one that is only shown
     */
    static List<String> lines(String cause, List<CallSplit> splits, ToDoubleFunction<SingleCall> weights) {
        boolean areLooks = cause.equals(Cause.UNKNOWN.label());
        Map<Detail, Double> sums = new LinkedHashMap<>();
        double nanos = 0;
        long lookNanos = 1;
        for (CallSplit split : splits) {
            double weight = areLooks ? 1 : weights.applyAsDouble(split.call());
            long ofCause = split.nanos().getOrDefault(cause, 0L);
            Map<Detail, Long> own = split.details().getOrDefault(cause, Map.of());
            double left = areLooks ? 1 : left(own, ofCause);
            own.forEach((detail, part) ->
                    sums.merge(detail, weight * part * (detail.equals(Detail.LACKING_CPU) ? 1 : left), Double::sum));
            nanos += weight * ofCause;
            lookNanos = split.lookNanos();
        }
        Map<Detail, Long> details = new LinkedHashMap<>();
        sums.forEach((detail, sum) -> {
            if (sum > 0) {
                details.put(detail, Math.round(sum));
            }
        });
        return lines(details, Math.round(nanos), lookNanos);
    }

    /** The share of what is told of a cause in one call that is left: some of the time may have been another cause's. */
    private static double left(Map<Detail, Long> details, long nanos) {
        long told = details.entrySet().stream()
                .filter(detail -> !detail.getKey().equals(Detail.LACKING_CPU))
                .mapToLong(Map.Entry::getValue)
                .sum();
        return told > nanos ? (double) nanos / told : 1;
    }

    /**
     * The largest first.
     *
     * @param details ns by what is known
     * @param nanos the cause's time
     * @param lookNanos the time between two looks of Flight Recorder at a thread
     */
    static List<String> lines(Map<Detail, Long> details, long nanos, long lookNanos) {
        Map<Detail, Map<Holder, Long>> waitedFor = new LinkedHashMap<>();
        details.forEach((detail, part) -> waitedFor
                .computeIfAbsent(detail.withoutHolder(), any -> new LinkedHashMap<>())
                .merge(detail.holder(), part, Long::sum));
        List<String> lines = new ArrayList<>();
        largest(waitedFor, DetailText::sum)
                .filter(detail -> !detail.equals(Detail.LACKING_CPU))
                .filter(detail -> sum(waitedFor.get(detail)) >= LEAST * nanos
                        || detail.what().startsWith(SEEN))
                .limit(MOST)
                .map(detail -> text(detail, waitedFor.get(detail), nanos, lookNanos))
                .forEach(lines::add);
        if (details.containsKey(Detail.LACKING_CPU)) {
            lines.add("up to " + DurationText.of(details.get(Detail.LACKING_CPU)) + " of it "
                    + Detail.LACKING_CPU.words());
        }
        return lines;
    }

    private static long sum(Map<Holder, Long> holders) {
        return holders.values().stream().mapToLong(Long::longValue).sum();
    }

    private static <K, V> Stream<K> largest(Map<K, V> map, ToLongFunction<V> size) {
        return map.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<K, V> each) -> -size.applyAsLong(each.getValue())))
                .map(Map.Entry::getKey);
    }

    private static String text(Detail detail, Map<Holder, Long> holders, long nanos, long lookNanos) {
        long detailNanos = sum(holders);
        if (detail.what().startsWith(SEEN)) {
            return detail.words() + looks(detailNanos / lookNanos, Math.round((double) nanos / lookNanos));
        }
        Map<String, Long> names = new LinkedHashMap<>();
        holders.forEach((holder, part) -> names.merge(holder.name(), part, Long::sum));
        names.remove("");
        long unknownNanos = holders.getOrDefault(Holder.NONE, 0L);
        String share = detailNanos > WHOLE * nanos ? "" : " (" + percent(detailNanos, nanos) + " of it)";
        List<String> listed = largest(names, Long::longValue)
                .filter(name -> names.get(name) >= LEAST * nanos)
                .limit(MOST)
                .toList();
        long othersNanos = detailNanos
                - unknownNanos
                - listed.stream().mapToLong(names::get).sum();
        boolean areOthers = othersNanos >= LEAST * nanos;
        if (listed.isEmpty() && !areOthers) {
            return detail.words() + share;
        }
        if (listed.size() == 1 && !areOthers && unknownNanos < LEAST * nanos) {
            String name = listed.get(0);
            return new Detail(detail.what(), new Holder(name, -1, place(name::equals, holders)), detail.site()).words()
                    + share;
        }
        StringJoiner held = new StringJoiner(", ", detail.words() + share + detail.heldBy(), "");
        listed.forEach(name ->
                held.add('"' + name + "\" (" + percent(names.get(name), nanos) + in(place(name::equals, holders))));
        if (areOthers) {
            held.add(others(names.size() - listed.size(), listed.isEmpty(), holders) + " ("
                    + percent(othersNanos, nanos)
                    + in(place(name -> !listed.contains(name), holders)));
        }
        return unknownNanos < LEAST * nanos
                ? held.toString()
                : held + ", unknown (" + percent(unknownNanos, nanos) + ')';
    }

    /** One without a name, but with a place, stands for many. */
    private static String others(int named, boolean areAll, Map<Holder, Long> holders) {
        boolean areMany = holders.keySet().stream()
                .anyMatch(holder -> holder.name().isEmpty() && !holder.place().isEmpty());
        String how = areMany ? areAll ? "many " : "" : named + " ";
        return how + (areAll ? "threads" : "others");
    }

    private static String in(String place) {
        return place.isEmpty() ? ")" : ", in " + place + ')';
    }

    private static String looks(long seen, long looks) {
        return String.format(Locale.ROOT, ", in %,d of %,d looks", seen, Math.max(seen, looks));
    }

    /** Where holders of some names were for more than half of the time of which that is known. */
    private static String place(Predicate<String> names, Map<Holder, Long> holders) {
        Map<String, Long> places = new LinkedHashMap<>();
        holders.forEach((holder, nanos) -> {
            if (names.test(holder.name()) && !holder.place().isEmpty()) {
                places.merge(holder.place(), nanos, Long::sum);
            }
        });
        long knownNanos = places.values().stream().mapToLong(Long::longValue).sum();
        return largest(places, Long::longValue)
                .filter(place -> 2 * places.get(place) > knownNanos)
                .findFirst()
                .orElse("");
    }

    private static String percent(long detailNanos, long nanos) {
        return Math.round(PERCENT * detailNanos / nanos) + " %";
    }
}
