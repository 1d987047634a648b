package org.latencyprobes.demo.fix.measure;

import java.io.IOException;
import java.nio.file.Path;
import org.latencyprobes.demo.common.RecordProperties;
import org.latencyprobes.demo.fix.registry.Engines;

/** The main class of the child JVM, which makes one measurement once. */
public final class MeasurementMain {

    private static final int CRASHED = 1;

    /**
     * The exit code if the session broke or the rate was not held. The result holds what was measured until then. HotSpot's own codes are 1
     * and 3.
     */
    static final int BROKEN = 4;

    private MeasurementMain() {}

    /**
     * Measures.
     *
     * @param arguments the workload's file, the file for the result, the scratch folder
     */
    public static void main(String[] arguments) {
        try {
            System.exit(measure(arguments));
        } catch (Throwable e) {
            e.printStackTrace();
            System.exit(CRASHED); // even if other threads run
        }
    }

    private static int measure(String[] arguments) throws IOException, InterruptedException {
        Workload workload = RecordProperties.load(Workload.class, Path.of(arguments[0]));
        Measurement measurement = new Measurement(
                Engines.named(workload.engine()), workload, Path.of(arguments[1]), Path.of(arguments[2]));
        MeasurementResult result = measurement.run();
        if (!result.isComplete()) {
            System.out.println(result.failure());
        }
        return result.isComplete() ? 0 : BROKEN;
    }
}
