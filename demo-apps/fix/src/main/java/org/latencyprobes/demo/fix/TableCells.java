package org.latencyprobes.demo.fix;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.latencyprobes.report.Percentiles;

/** The formats of figures in tables. */
final class TableCells {

    static final String NONE = "-";

    private TableCells() {}

    static List<String> row(String label, Stream<String> cells) {
        return Stream.concat(Stream.of(label), cells).toList();
    }

    static String micros(double micros) {
        return Double.isNaN(micros) ? NONE : Percentiles.text(micros);
    }

    static String micros(Optional<Double> micros) {
        return micros.map(TableCells::micros).orElse(NONE);
    }

    static String whole(double number) {
        return String.format(Locale.ROOT, "%,.0f", number);
    }

    static String factor(double factor) {
        if (Double.isInfinite(factor)) {
            return "any";
        }
        return String.format(Locale.ROOT, factor < 10 ? "%.2f" : "%,.1f", factor);
    }

    static String factor(Optional<Double> factor) {
        return factor.map(TableCells::factor).orElse(NONE);
    }

    static String percent(double percent) {
        return Double.isNaN(percent) ? NONE : String.format(Locale.ROOT, "%.2f", percent);
    }

    static String signed(double number) {
        return (number < 0 ? "-" : "+") + micros(Math.abs(number));
    }
}
