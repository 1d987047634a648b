package org.latencyprobes.demo.common;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The frame of a demo: child JVMs that run one after the other, and a report of what they gave. Each demo defines its children and its
 * report.
 *
 * @param <C> what the demo knows of a child beforehand
 */
public abstract class Demo<C extends Demo.PlannedChild> {

    /** A child JVM that is to run. */
    public interface PlannedChild {
        /** Its name and the time that it is expected to take. */
        Step step();
    }

    /** The sentence that says on what and with which settings is measured. */
    protected abstract String setup();

    /** All children, in the order in which they run. */
    protected abstract List<C> children();

    /**
     * Returns the command that starts a child.
     *
     * @param scratch an empty folder that is deleted when the child has ended
     * @param result the file that the child has to write
     */
    protected abstract List<String> command(C child, Path scratch, Path result) throws IOException;

    /** Returns a few words about a child's result. */
    protected abstract String summary(Path result) throws IOException;

    /**
     * Adds a child that has ended to the comparison.
     *
     * @param result the file that it had to write
     * @param failure why it failed, if it did
     */
    protected abstract void add(C child, Path result, Optional<String> failure) throws IOException;

    /** The report on all children added until now. */
    protected abstract DemoReport report();

    /** Runs all children and reports; after each child the report is written, so that nothing is lost if the demo is interrupted. */
    public final int run(PrintStream out, OutputFolder output) throws IOException, InterruptedException {
        List<C> children = children();
        ChildRuns runs = new ChildRuns(
                out, output, setup(), children.stream().map(PlannedChild::step).toList());
        for (C child : children) {
            Path result = output.result(child.step().id(), child.step().round());
            add(child, result, runs.run(child.step(), scratch -> command(child, scratch, result), this::summary));
            keep(output);
        }
        DemoReport report = report();
        if (report.isEmpty()) {
            out.println("\nNothing was measured.");
            return 1;
        }
        out.println("\n" + report.text() + "\n" + output.contents());
        return report.isSound() && runs.failures() == 0 ? 0 : 1;
    }

    private void keep(OutputFolder output) throws IOException {
        DemoReport report = report();
        output.keep(report.markdown(), report.csv());
        for (Map.Entry<String, String> file : report.files().entrySet()) {
            Files.writeString(output.root().resolve(file.getKey()), file.getValue());
        }
    }
}
