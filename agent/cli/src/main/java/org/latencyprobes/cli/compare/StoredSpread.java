package org.latencyprobes.cli.compare;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.latencyprobes.analysis.page.JsonText;
import org.latencyprobes.analysis.statistics.QuantileEstimate;
import org.latencyprobes.analysis.statistics.RunSpread;
import org.latencyprobes.cli.file.OwnedFile;

/**
 * How much runs differ, by probe and percentile, as a file keeps it.
 *
 * @param name the file
 * @param spreads by probe and percentile
 */
record StoredSpread(String name, Map<List<Object>, RunSpread> spreads) {

    /** No file. */
    static final StoredSpread NONE = new StoredSpread("", Map.of());

    /**
     * Reads a file.
     *
     * @param file null for none
     * @throws IOException if it cannot be read, or is none
     */
    static StoredSpread read(Path file) throws IOException {
        if (file == null) {
            return NONE;
        }
        Map<List<Object>, RunSpread> spreads = new HashMap<>();
        try {
            Map<?, ?> document = (Map<?, ?>) new Gson().fromJson(Files.readString(file), Object.class);
            for (Object each : (List<?>) document.get("spreads")) {
                Map<?, ?> row = (Map<?, ?>) each;
                RunSpread spread = new RunSpread(
                        (Double) row.get("percentile"),
                        (Double) row.get("deviation"),
                        (Double) row.get("degreesOfFreedom"),
                        (Double) row.get("samplesPerRun"));
                spreads.put(List.of(row.get("probe"), spread.percentile()), spread);
            }
        } catch (IllegalArgumentException | JsonParseException | ClassCastException | NullPointerException e) {
            throw new IOException(file + " is no spread, as compare --save-spread writes it", e);
        }
        return new StoredSpread(file.toString(), spreads);
    }

    /** The spread for two sides of few runs each; null if there is none, or it does not fit them. */
    RunSpread of(String probe, double percentile, List<Histogram> before, List<Histogram> after) {
        RunSpread spread = spreads.get(List.of(probe, percentile));
        return spread != null
                        && spread.fits(QuantileEstimate.ofRuns(before, percentile))
                        && spread.fits(QuantileEstimate.ofRuns(after, percentile))
                ? spread
                : null;
    }

    /**
     * Checks that there are runs enough for a spread.
     *
     * @throws IOException if not
     */
    static void check(int runsBefore, int runsAfter) throws IOException {
        if (!ComparisonMethod.isOfRuns(runsBefore, runsAfter)) {
            throw new IOException("a spread needs " + QuantileEstimate.LEAST_RUNS + " runs a side; there are "
                    + runsBefore + " and " + runsAfter);
        }
    }

    /**
     * Writes the spread of a comparison's runs.
     *
     * @throws IOException if it cannot be written
     */
    static void write(Path file, Comparison comparison) throws IOException {
        List<String> rows = new ArrayList<>();
        for (Comparison.Row row : comparison.rows()) {
            if (row.result().isJudgeable()) {
                RunSpread spread =
                        RunSpread.of(row.result().before(), row.result().after());
                rows.add(JsonText.of(Map.of(
                        "probe",
                        row.probe(),
                        "percentile",
                        spread.percentile(),
                        "deviation",
                        spread.deviation(),
                        "degreesOfFreedom",
                        spread.degreesOfFreedom(),
                        "samplesPerRun",
                        spread.samplesPerRun())));
            }
        }
        OwnedFile.write(file, "{\"spreads\":[\n" + String.join(",\n", rows) + "]}\n");
    }
}
