package org.latencyprobes.cli.why;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.latencyprobes.analysis.markup.DurationText;
import org.latencyprobes.cli.why.band.Band;
import org.latencyprobes.cli.why.band.BandFigures;
import org.latencyprobes.cli.why.band.BandFigures.OfCause;
import org.latencyprobes.explain.Cause;
import org.latencyprobes.explain.sample.Share;

/** Why a probe's calls are slow, in one sentence and three figures. */
record WhyAnswer(ProbeTail tail) {

    /** The answer, as far as there is one. */
    String sentence() {
        BandFigures figures = tail.figures();
        if (tail.splits().isEmpty()) {
            return capital(tail.nothingKept()) + '.';
        }
        if (figures.isListed()) {
            CallSplit slowest = tail.splits().get(0);
            return "Only " + figures.beyond() + " of " + calls() + ", too few for shares. The slowest took "
                    + DurationText.of(slowest.call().nanos()) + "; its main cause is " + slowest.mainCause() + '.';
        }
        if (figures.causes().isEmpty()) {
            return capital(BandText.noFigures(figures).strip()) + '.';
        }
        OfCause most = greatest(OfCause::calls);
        OfCause longest = greatest(OfCause::time);
        boolean isLongest = standsOut(longest, OfCause::time);
        String begin = "Of " + calls() + ", ";
        if (!standsOut(most, OfCause::calls)) {
            return begin + "no cause stands out" + (isLongest ? time(longest) : "") + '.';
        }
        String time = longest.time().text() + " of their time";
        boolean isKnown = !longest.cause().equals(Cause.UNKNOWN.label());
        return begin
                + mainCause(most)
                + (!isLongest
                        ? ""
                        : most.equals(longest)
                                ? (isKnown ? ", and took " + time : ", and so is " + time)
                                : time(longest))
                + '.';
    }

    private static String time(OfCause longest) {
        String time = longest.time().text() + " of their time";
        return longest.cause().equals(Cause.UNKNOWN.label())
                ? "; " + time + " is unknown"
                : "; " + longest.cause() + " took " + time;
    }

    /** Whether it is the greatest for sure. */
    private boolean standsOut(OfCause greatest, Function<OfCause, Share> share) {
        double least = share.apply(greatest).low();
        return tail.figures().causes().stream()
                .allMatch(cause -> cause.equals(greatest) || share.apply(cause).high() < least);
    }

    private static String mainCause(OfCause most) {
        return most.cause().equals(Cause.UNKNOWN.label())
                ? "the main cause of " + most.calls().text() + " is unknown"
                : most.cause() + " is the main cause of " + most.calls().text();
    }

    private OfCause greatest(Function<OfCause, Share> share) {
        return tail.figures().causes().stream()
                .max(Comparator.comparing(cause -> share.apply(cause).estimate()))
                .orElseThrow();
    }

    private String calls() {
        Band band = tail.figures().band();
        if (!tail.isCounted()) {
            return "the calls that were recorded";
        }
        return band.percentile() > 0
                ? "the calls beyond " + band.name()
                : band.fromNanos() > 0 ? "the calls " + band.name() : band.name();
    }

    private static String capital(String sentence) {
        return sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1);
    }

    /** The largest figures of the answer by what they are: which calls, the cause of most time, and what it would help to remove it. */
    Map<String, String> figures() {
        Map<String, String> figures = new LinkedHashMap<>();
        if (tail.splits().isEmpty()) {
            return figures;
        }
        Band band = tail.figures().band();
        String number = String.format(Locale.ROOT, "%,d", tail.figures().beyond());
        String noun = tail.figures().beyond() == 1 ? "call" : "calls";
        if (band.percentile() > 0) {
            figures.put(
                    "is " + band.name() + ": " + number + ' ' + noun + " took longer",
                    DurationText.of(tail.percentileNanos(band.percentile())));
        } else {
            figures.put(
                    tail.isCounted() && band.fromNanos() > 0
                            ? String.format(
                                    Locale.ROOT,
                                    "of %,d calls, %s",
                                    tail.histogram().getTotalCount(),
                                    band.name())
                            : noun,
                    number);
        }
        if (!tail.figures().isListed() && !tail.figures().causes().isEmpty()) {
            OfCause longest = greatest(OfCause::time);
            if (standsOut(longest, OfCause::time)) {
                put(figures, longest.time().text(), "of their time: " + longest.cause());
            }
        }
        tail.figures().without().stream()
                .filter(one -> one.percentile() == band.percentile() && BandText.isChanged(tail, one))
                .findFirst()
                .ifPresentOrElse(
                        one -> put(figures, BandText.value(one), "would be " + band.name() + " without " + one.cause()),
                        () -> figures.put("is the longest call", DurationText.of(tail.maxNanos())));
        return figures;
    }

    /** What is in brackets is not large. */
    private static void put(Map<String, String> figures, String figure, String what) {
        int end = (figure + " (").indexOf(" (");
        figures.put(what + figure.substring(end), figure.substring(0, end));
    }
}
