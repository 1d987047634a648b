package org.latencyprobes.demo.fix;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.stream.Stream;
import org.latencyprobes.demo.common.ChildRuns;
import org.latencyprobes.demo.common.ChildRuns.Child;
import org.latencyprobes.demo.common.JavaRuntime;
import org.latencyprobes.demo.common.Level;
import org.latencyprobes.demo.common.OutputFolder;
import org.latencyprobes.demo.common.Progress;
import org.latencyprobes.demo.common.Terminal;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.Engines;
import org.latencyprobes.demo.fix.measure.Result;
import picocli.CommandLine.Model.CommandSpec;

/** Measures by a schedule, compares, and says what came out. */
final class Runner {

    private final Options options;
    private final Schedule schedule;
    private final CommandSpec spec;
    private final PrintStream out;

    Runner(Options options, Schedule schedule, CommandSpec spec, PrintStream out) {
        this.options = options;
        this.schedule = schedule;
        this.spec = spec;
        this.out = out;
    }

    /** The exit code. */
    int run() throws IOException, InterruptedException {
        JavaRuntime java = Terminal.java(spec, "--java", options.jvm().java());
        List<Slot> slots = schedule.slots();
        if (slots.isEmpty()) {
            throw Terminal.wrong(spec, "--plan", "parse", "none of these engines has a parser of its own");
        }
        var agent =
                slots.stream().anyMatch(Slot::agent) ? Terminal.agent(spec, "--agent-jar", options.agentJar()) : null;
        OutputFolder output = output();
        ChildCommand command = new ChildCommand(java, options.jvm().flags(), agent, output);
        Progress progress = new Progress(
                out, Terminal.isInteractive(), slots.stream().map(Slot::step).toList());
        String setup = setup(java);
        out.println(setup + "\nWill take about " + Progress.duration(progress.leftMillis())
                + "; logs and figures go to " + output.root() + "\n");
        Comparison comparison = new Comparison(schedule);
        ChildRuns runs = new ChildRuns(out, progress);
        for (Slot slot : slots) {
            Child child = command.measuring(slot);
            runs.run(child, (file, whole) -> summary(Result.load(file)));
            if (Files.exists(child.result())) {
                comparison.add(slot, Result.load(child.result()));
                write(new Report(comparison, setup), comparison, output);
            }
        }
        if (comparison.isEmpty()) {
            out.println("\nNothing was measured.");
            return 1;
        }
        out.println("\n" + new Report(comparison, setup).text() + "\nThe same with every run: " + output.markdown()
                + ", " + output.csv() + "; histograms, round trips and logs: "
                + output.root().resolve("round-*"));
        return runs.failures() == 0 ? 0 : 1;
    }

    /** After each measurement, so that nothing is lost when one is interrupted. */
    private static void write(Report report, Comparison comparison, OutputFolder output) throws IOException {
        Files.writeString(output.markdown(), report.markdown());
        Files.writeString(output.csv(), RunsCsv.of(comparison));
    }

    private OutputFolder output() {
        OutputFolder output = new OutputFolder(options.output());
        try {
            output.prepare(Engines.all().stream()
                    .map(Engine::name)
                    .flatMap(name -> Stream.of(Plan.values()).map(plan -> name + "-" + plan.id() + "-*"))
                    .toList());
            Properties settings = new Properties();
            settings.setProperty("schedule", schedule.slots().toString());
            output.write(settings);
            return output;
        } catch (IOException e) {
            throw Terminal.wrong(spec, "--output", options.output(), "no folder that can be written to (" + e + ")");
        }
    }

    private static String summary(Result result) {
        List<String> p50s = result.whole().stream()
                .map(run -> Cells.micros(run.endToEnd().distribution().nanos(Level.P50) / 1_000)
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
                schedule.amounts().repeats().warmUp(),
                schedule.threads().waiting());
    }

    private String where() {
        if (!schedule.sides().connect().isEmpty()) {
            return "server at " + schedule.sides().connect();
        }
        return schedule.sides().twoJvms() ? "client and server in two JVMs" : "client and server in one JVM";
    }
}
