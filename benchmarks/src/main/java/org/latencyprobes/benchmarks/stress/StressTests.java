package org.latencyprobes.benchmarks.stress;

import java.util.ArrayList;
import java.util.List;
import org.openjdk.jcstress.Main;

/**
 * The command that runs the stress tests. Its arguments are those of jcstress and override the defaults here, which take less than a
 * minute; {@code -m default} takes longer and finds more. The report and jcstress's own results go into the current directory.
 */
public final class StressTests {

    /** Few enough counters at a time that the stock of spare buckets lasts, which races to grow need. */
    private static final int STRIDE_SIZE = 12;

    private static final int STRIDE_COUNT = 5;

    private StressTests() {}

    /**
     * Runs.
     *
     * @param arguments jcstress's options
     * @throws Exception as jcstress does
     */
    public static void main(String[] arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("-t", StressTests.class.getPackageName(), "-sc", "false"));
        all.addAll(List.of("-strideSize", "" + STRIDE_SIZE, "-strideCount", "" + STRIDE_COUNT));
        all.addAll(
                arguments.length == 0
                        ? List.of("-m", "quick", "-iters", "2", "-pth", "false", "-r", "jcstress")
                        : List.of(arguments));
        Main.main(all.toArray(String[]::new));
    }
}
