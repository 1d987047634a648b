package org.latencyprobes.benchmarks.trial;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** The values of one figure, one for each round. Not thread-safe. */
public final class RoundValues {

    private final List<Double> values = new ArrayList<>();

    public RoundValues() {}

    public static RoundValues of(double... values) {
        RoundValues series = new RoundValues();
        Arrays.stream(values).forEach(series::add);
        return series;
    }

    public void add(double value) {
        values.add(value);
    }

    /** These values less others, round by round. */
    public RoundValues less(RoundValues others) {
        return with(others, (value, other) -> value - other);
    }

    /** The ratio of these values to others, round by round. */
    public RoundValues dividedBy(RoundValues others) {
        return with(others, (value, other) -> value / other);
    }

    private RoundValues with(RoundValues others, DoubleBinaryOperator operator) {
        RoundValues result = new RoundValues();
        for (int round = 0; round < size(); round++) {
            result.add(operator.applyAsDouble(get(round), others.get(round)));
        }
        return result;
    }

    public RoundValues absolute() {
        return each(Math::abs);
    }

    public RoundValues scaled(double factor) {
        return each(value -> factor * value);
    }

    public RoundValues each(DoubleUnaryOperator operator) {
        RoundValues result = new RoundValues();
        values.forEach(value -> result.add(operator.applyAsDouble(value)));
        return result;
    }

    public boolean isEmpty() {
        return values.isEmpty();
    }

    int size() {
        return values.size();
    }

    double get(int round) {
        return values.get(round);
    }

    public double median() {
        return quantile(0.5);
    }

    public double min() {
        return quantile(0);
    }

    public double max() {
        return quantile(1);
    }

    /** Interpolates between two values. */
    double quantile(double part) {
        double[] sorted = sorted();
        double at = part * (sorted.length - 1);
        int below = (int) at;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }

    private double[] sorted() {
        if (values.isEmpty()) {
            throw new IllegalStateException("nothing was measured");
        }
        return values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }

    public String medianText(int decimals) {
        return values.isEmpty() ? "–" : number(median(), decimals);
    }

    /** The median, followed by the least and the greatest if there is more than one value. */
    public String text(int decimals) {
        if (values.isEmpty()) {
            return "–";
        }
        return values.size() == 1
                ? number(median(), decimals)
                : number(median(), decimals) + " (" + number(min(), decimals) + "–" + number(max(), decimals) + ")";
    }

    public static String number(double value, int decimals) {
        double unit = Math.pow(10, -decimals);
        return String.format(Locale.ROOT, "%,." + decimals + "f", Math.abs(value) < unit / 2 ? 0 : value);
    }
}
