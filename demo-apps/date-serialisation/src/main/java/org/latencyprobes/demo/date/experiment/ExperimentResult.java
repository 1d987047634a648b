package org.latencyprobes.demo.date.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.latencyprobes.demo.common.figures.RecordFile;

/**
 * The result of one child JVM, handed to the runner as a properties file.
 *
 * @param baselineNanos what two clock reads cost in that JVM
 * @param runs in order
 */
public record ExperimentResult(double baselineNanos, List<ExperimentRun> runs) {

    /** The runs without the first one, if there is another: the first still includes the end of the warm-up. */
    public List<ExperimentRun> compared() {
        return runs.stream().skip(runs.size() > 1 ? 1 : 0).toList();
    }

    public boolean isCompared(int index) {
        return index > 0 || runs.size() == 1;
    }

    void save(Path file) throws IOException {
        RecordFile.save(this, file);
    }

    public static ExperimentResult load(Path file) throws IOException {
        return RecordFile.load(ExperimentResult.class, file);
    }
}
