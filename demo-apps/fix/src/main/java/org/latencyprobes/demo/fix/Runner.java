package org.latencyprobes.demo.fix;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.latencyprobes.demo.common.ChildRuns;
import org.latencyprobes.demo.common.ChildRuns.Child;
import org.latencyprobes.demo.common.JavaRuntime;
import org.latencyprobes.demo.common.Level;
import org.latencyprobes.demo.common.OutputFolder;
import org.latencyprobes.demo.common.Terminal;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.Engines;
import org.latencyprobes.demo.fix.measure.MeasurementResult;
import picocli.CommandLine.Model.CommandSpec;

/** Measures by a schedule, compares, and says what came out. */
final class Runner {

    private final FixOptions options;
    private final Schedule schedule;
    private final CommandSpec spec;
    private final PrintStream out;

    Runner(FixOptions options, Schedule schedule, CommandSpec spec, PrintStream out) {
        this.options = options;
        this.schedule = schedule;
        this.spec = spec;
        this.out = out;
    }

    /** The exit code. */
    int run() throws IOException, InterruptedException {
        JavaRuntime java = Terminal.java(spec, "--java", options.jvm().java());
        List<MeasurementSpec> specs = schedule.specs();
        if (specs.isEmpty()) {
            throw Terminal.wrong(spec, "--scenario", "parse", "none of these engines has a parser of its own");
        }
        var agent = specs.stream().anyMatch(MeasurementSpec::agent)
                ? Terminal.agent(spec, "--agent-jar", options.agentJar())
                : null;
        OutputFolder output = Terminal.output(spec, options.output(), ids());
        ChildCommand command = new ChildCommand(java, options.jvm().flags(), agent, output);
        String setup = setup(java);
        ChildRuns runs = ChildRuns.announced(
                out, setup, specs.stream().map(MeasurementSpec::step).toList(), output);
        FixComparison comparison = new FixComparison(schedule);
        for (MeasurementSpec measurement : specs) {
            comparison.add(measurement, result(command.measuring(measurement), runs));
            // after each measurement, so that nothing is lost when one is interrupted
            output.keep(new FixReport(comparison, setup).markdown(), FixRunsCsv.of(comparison));
        }
        if (comparison.isEmpty()) {
            out.println("\nNothing was measured.");
            return 1;
        }
        out.println("\n" + new FixReport(comparison, setup).text() + "\n" + output.contents());
        return runs.failures() == 0 ? 0 : 1;
    }

    private static MeasurementResult result(Child child, ChildRuns runs) throws IOException, InterruptedException {
        Optional<String> failure = runs.run(child, file -> summary(MeasurementResult.load(file)));
        MeasurementResult result =
                Files.exists(child.result()) ? MeasurementResult.load(child.result()) : MeasurementResult.NOTHING;
        return failure.map(result::endedBy).orElse(result);
    }

    private static List<String> ids() {
        return Engines.all().stream()
                .map(Engine::name)
                .flatMap(name -> Stream.of(Scenario.values()).map(scenario -> name + "-" + scenario.id() + "-*"))
                .toList();
    }

    private static String summary(MeasurementResult result) {
        List<String> p50s = result.whole().stream()
                .map(run -> TableCells.micros(run.endToEnd().distribution().nanos(Level.P50) / 1_000)
                        + (run.isDisturbed() ? "*" : ""))
                .toList();
        return p50s.isEmpty() ? "no whole run" : "p50 " + String.join(" / ", p50s) + " µs";
    }

    private String setup(JavaRuntime java) {
        return String.format(
                Locale.ROOT,
                "FIX engines on %s, %d CPUs, %s; %s; warm-up of %,d messages; generator: %s.",
                java.label(),
                Runtime.getRuntime().availableProcessors(),
                options.jvm().label(),
                where(),
                schedule.preset().repeats().warmUp(),
                schedule.threads().waiting());
    }

    private String where() {
        if (!schedule.sides().connect().isEmpty()) {
            return "server at " + schedule.sides().connect();
        }
        return schedule.sides().twoJvms() ? "client and server in two JVMs" : "client and server in one JVM";
    }
}
