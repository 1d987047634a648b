package org.latencyprobes.demo.fix.comparison;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.common.figures.Medians;

/**
 * The published figures, in µs. QuickFIX against Chronicle-FIX (JLBH series, 2016, Xeon E5-2650 v2): rows 50, 90, 99, 99.9, 99.99 % and
 * longest, three runs each. FIX Antenna C++ 2.19.0 with QuickFIX C++ 1.14.3 (Latency2, two hosts on 10 Gb): min, max, average, 50, 95, 99 %.
 */
public final class PublishedFixFigures {

    public static final String QUICKFIX = "QuickFIX";
    public static final String CHRONICLE = "Chronicle-FIX";

    /** The claimed factor between the means less the TCP round trip. */
    static final double CLAIMED_FACTOR_LESS_TCP = 30;

    /** The claimed factor between the means. They are of no rate, and the tables have none. */
    static final double CLAIMED_FACTOR_OF_MEANS = 12;

    private static final Map<Integer, List<List<Double>>> QUICKFIX_RUNS = Map.of(
            2_000,
            List.of(
                    List.of(270.34, 270.34, 233.47),
                    List.of(352.26, 335.87, 1_867.78),
                    List.of(6_684.67, 4_849.66, 69_206.02),
                    List.of(13_369.34, 12_845.06, 163_577.86),
                    List.of(81_788.93, 20_447.23, 163_577.86),
                    List.of(111_149.06, 98_566.14, 163_577.86)),
            10_000,
            List.of(
                    List.of(184.32, 176.13, 176.13),
                    List.of(573.44, 270.34, 249.86),
                    List.of(19_398.66, 2_686.98, 5_111.81),
                    List.of(28_835.84, 7_733.25, 7_995.39),
                    List.of(30_932.99, 9_699.33, 9_175.04),
                    List.of(30_932.99, 9_699.33, 9_175.04)),
            50_000,
            List.of(
                    List.of(176.13, 176.13, 176.13),
                    List.of(12_845.06, 29_884.42, 3_604.48),
                    List.of(34_603.01, 94_371.84, 17_301.50),
                    List.of(42_991.62, 98_566.14, 25_690.11),
                    List.of(45_088.77, 98_566.14, 27_787.26),
                    List.of(45_088.77, 98_566.14, 27_787.26)));

    private static final Map<Integer, List<List<Double>>> CHRONICLE_RUNS = Map.of(
            2_000,
            List.of(
                    List.of(16.90, 16.90, 16.90),
                    List.of(18.94, 18.94, 18.94),
                    List.of(26.11, 30.21, 23.04),
                    List.of(35.84, 39.94, 33.79),
                    List.of(540.67, 671.74, 401.41),
                    List.of(638.98, 1_081.34, 606.21)),
            10_000,
            List.of(
                    List.of(16.90, 16.90, 16.13),
                    List.of(18.94, 18.94, 18.94),
                    List.of(26.11, 22.02, 20.99),
                    List.of(88.06, 33.79, 83.97),
                    List.of(999.42, 167.94, 802.82),
                    List.of(1_146.88, 249.86, 966.66)),
            50_000,
            List.of(
                    List.of(15.62, 15.10, 15.62),
                    List.of(17.92, 16.90, 16.90),
                    List.of(22.02, 30.21, 29.18),
                    List.of(120.83, 352.26, 33.79),
                    List.of(335.87, 802.82, 96.26),
                    List.of(450.56, 901.12, 151.55)));

    /** The times of Chronicle-FIX's parser alone, the same from 10,000 to 200,000 a second: from the best to the worst run. */
    public static final List<String> PARSING =
            List.of("1.01", "1.12", "1.31-2.11", "2.88-4.03", "3.14-6.02", "5.25-22.02");

    /** The Latency2 figures by configuration: min, max, average, 50, 95, 99 %. */
    public static final Map<String, List<Double>> LATENCY2 = latency2();

    /** The number of orders that these are of. */
    public static final String LATENCY2_MESSAGES = "10,000";

    private static final int LATENCY2_P50 = 3;

    private PublishedFixFigures() {}

    private static Map<String, List<Double>> latency2() {
        Map<String, List<Double>> columns = new LinkedHashMap<>();
        columns.put("Default", List.of(47.1, 190.7, 51.6, 49.8, 59.9, 67.1));
        columns.put("Aggressive", List.of(46.1, 218.0, 51.1, 48.8, 59.0, 90.4));
        columns.put("Balanced", List.of(27.3, 217.5, 31.5, 29.9, 38.9, 45.8));
        columns.put("Optimized.hard.spin", List.of(19.0, 223.7, 21.6, 21.0, 24.0, 25.3));
        columns.put("Balanced.onload", List.of(11.3, 199.5, 13.2, 11.8, 18.6, 24.6));
        columns.put("Optimized.hard", List.of(8.3, 13.2, 8.7, 8.5, 9.3, 10.4));
        columns.put("QuickFIX, no validation", List.of(155.0, 371.5, 158.9, 157.6, 165.0, 177.4));
        columns.put("QuickFIX, validation", List.of(157.0, 377.8, 161.8, 159.5, 167.1, 183.5));
        return columns;
    }

    /** The p50 of a configuration of Latency2. */
    static double latency2(String configuration) {
        return LATENCY2.get(configuration).get(LATENCY2_P50);
    }

    /** The factor of QuickFIX to Chronicle-FIX, by the medians of their runs; none for rates that were not published. */
    static Optional<Double> factor(int rate, Level level) {
        return micros(QUICKFIX, rate, level)
                .flatMap(quickFix -> micros(CHRONICLE, rate, level).map(chronicle -> quickFix / chronicle));
    }

    /** The median of the runs of a published engine. */
    public static Optional<Double> micros(String published, int rate, Level level) {
        return runs(published, rate).map(rows -> Medians.of(rows.get(level.ordinal())));
    }

    /** The runs of a published engine at a rate: three figures for each {@link Level}. */
    public static Optional<List<List<Double>>> runs(String published, int rate) {
        return Optional.ofNullable((published.equals(QUICKFIX) ? QUICKFIX_RUNS : CHRONICLE_RUNS).get(rate));
    }
}
