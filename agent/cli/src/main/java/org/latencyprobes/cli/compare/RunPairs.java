package org.latencyprobes.cli.compare;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The runs of two sides as pairs, in their order.
 *
 * @param before the side to compare with
 * @param after the side that is compared, with as many runs
 */
record RunPairs(Side before, Side after) {

    /** Says which runs are pairs, and what may be wrong with them. */
    void remark(Consumer<String> remarks) {
        List<String> left = names(before);
        List<String> right = names(after);
        remarks.accept("runs are compared in pairs, in their order; the first pair is " + left.get(0) + " and "
                + right.get(0));
        remarkOrder(before, after, remarks);
        remarkOrder(after, before, remarks);
        List<String> leftParts = distinctParts(left);
        List<String> rightParts = distinctParts(right);
        pairs().filter(i -> !leftParts.get(i).equals(rightParts.get(i)))
                .boxed()
                .findFirst()
                .ifPresent(i -> remarks.accept("check the pairs: pair " + (i + 1) + " is " + left.get(i) + " and "
                        + right.get(i) + ", whose names do not match"));
    }

    private IntStream pairs() {
        return IntStream.range(0, before.runs().size());
    }

    private void remarkOrder(Side first, Side second, Consumer<String> remarks) {
        if (first.runs().stream().allMatch(run -> second.runs().stream().allMatch(run::endsBefore))) {
            remarks.accept("all runs of " + first.name() + " came before those of " + second.name()
                    + ", so they are no pairs: compare without --paired");
        } else if (pairs().allMatch(
                        i -> first.runs().get(i).endsBefore(second.runs().get(i)))) {
            remarks.accept("in every pair the run of " + first.name() + " came first, so a drift of the machine looks"
                    + " like a difference: swap the order in every other pair");
        }
    }

    private static List<String> names(Side side) {
        return side.runs().stream().map(Run::name).toList();
    }

    /** The names without what all of them begin and end with. */
    private static List<String> distinctParts(List<String> names) {
        int begin = commonStart(names).length();
        List<String> ends = names.stream()
                .map(name -> new StringBuilder(name.substring(begin)).reverse().toString())
                .toList();
        int end = commonStart(ends).length();
        return ends.stream().map(name -> name.substring(end)).toList();
    }

    private static String commonStart(List<String> names) {
        String start = names.get(0);
        for (String name : names) {
            while (!name.startsWith(start)) {
                start = start.substring(0, start.length() - 1);
            }
        }
        return start;
    }
}
