package org.latencyprobes.demo.fix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.latencyprobes.analysis.page.Processor;
import org.latencyprobes.demo.common.Demo;
import org.latencyprobes.demo.common.DemoCommand;
import org.latencyprobes.demo.common.DemoReport;
import org.latencyprobes.demo.common.JavaRuntime;
import org.latencyprobes.demo.common.JvmCommandLine;
import org.latencyprobes.demo.common.OutputFolder;
import org.latencyprobes.demo.common.StepProgress;
import org.latencyprobes.demo.common.Terminal;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.common.figures.RecordFile;
import org.latencyprobes.demo.fix.comparison.FixComparison;
import org.latencyprobes.demo.fix.comparison.MeasurementSpec;
import org.latencyprobes.demo.fix.comparison.Schedule;
import org.latencyprobes.demo.fix.comparison.TableCells;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.Stage;
import org.latencyprobes.demo.fix.measure.Measurement;
import org.latencyprobes.demo.fix.measure.MeasurementResult;
import org.latencyprobes.demo.fix.report.FixReport;
import org.latencyprobes.internal.report.Grid;

/** The comparison of FIX engines as a demo: the measurements of a schedule, each in a JVM with the flags that its engine needs. */
final class FixMeasurements extends Demo<MeasurementSpec> {

    private final Schedule schedule;
    private final JavaRuntime java;
    private final List<String> jvmFlags;
    private final Path agentJar;
    private final String setup;
    private final FixComparison comparison;

    private FixMeasurements(
            Schedule schedule, JavaRuntime java, List<String> jvmFlags, String collector, Path agentJar) {
        this.schedule = schedule;
        this.java = java;
        this.jvmFlags = jvmFlags;
        this.agentJar = agentJar;
        this.setup = setup(collector);
        comparison = new FixComparison(schedule);
    }

    /** Runs what the options ask for, and returns the exit code. */
    static int run(DemoCommand command, FixOptions options) throws IOException, InterruptedException {
        Schedule schedule = options.schedule();
        List<MeasurementSpec> specs = schedule.specs();
        if (specs.isEmpty()) {
            throw Terminal.wrong(command.spec(), "--engines", "", "nothing is left to measure");
        }
        if (options.onlyPlans()) {
            command.out().print(plan(specs));
            return 0;
        }
        specs.forEach(spec -> checkRelease(command, spec.cell().engine()));
        JavaRuntime java = Terminal.java(command.spec(), "--java", options.java());
        Path agentJar = specs.stream().anyMatch(spec -> spec.cell().agent())
                ? Terminal.agent(command.spec(), "--agent-jar", options.agentJar())
                : null;
        String collector = options.collector(command.spec(), java);
        OutputFolder output = Terminal.output(command.spec(), options.output());
        output.clear();
        return new FixMeasurements(schedule, java, options.jvmFlags(), collector, agentJar).run(command.out(), output);
    }

    /** What will be measured, and about how long it takes. */
    private static String plan(List<MeasurementSpec> specs) {
        Map<String, List<MeasurementSpec>> stages = specs.stream()
                .collect(Collectors.groupingBy(
                        spec -> spec.cell().group() + (spec.cell().agent() ? ", agent" : ""),
                        LinkedHashMap::new,
                        Collectors.toList()));
        stages.put("all", specs);
        Grid grid = new Grid(1, List.of("stage", "engines", "JVMs", "about"));
        stages.forEach((stage, of) -> grid.add(List.of(
                stage,
                String.valueOf(of.stream()
                        .map(spec -> spec.cell().engine().name())
                        .distinct()
                        .count()),
                String.valueOf(of.size()),
                StepProgress.duration(of.stream()
                        .mapToLong(spec -> spec.step().estimateMillis())
                        .sum()))));
        return grid.text();
    }

    private static void checkRelease(DemoCommand command, Engine engine) {
        engine.otherRelease().map(Terminal::beside).filter(Files::notExists).ifPresent(folder -> {
            throw Terminal.wrong(
                    command.spec(),
                    "--engines",
                    engine.name(),
                    "its jars are not in " + folder
                            + "; a build with a network (mvn without -o) puts them there," + " --without="
                            + engine.name() + " leaves it out");
        });
    }

    private String setup(String collector) {
        return String.format(
                Locale.ROOT,
                "FIX engines on %s, %s, %d CPUs, %s, collector %s; client and server in one JVM; warm-up of %,d messages;"
                        + " generator: %s.",
                java.label(),
                Processor.name(),
                Runtime.getRuntime().availableProcessors(),
                String.join(" ", jvmFlags),
                collector,
                schedule.preset().warmUp(),
                schedule.waiting());
    }

    @Override
    protected String setup() {
        return setup;
    }

    @Override
    protected List<MeasurementSpec> children() {
        return schedule.specs();
    }

    @Override
    protected List<String> command(MeasurementSpec spec, Path scratch, Path result) throws IOException {
        Path workload = scratch.resolve("workload.json");
        RecordFile.save(spec.workload(), workload);
        Engine engine = spec.cell().engine();
        JvmCommandLine command = new JvmCommandLine(java).flags(jvmFlags);
        engine.otherRelease().ifPresent(folder -> command.libraries(Terminal.beside(folder)));
        if (spec.cell().agent()) {
            command.agent(
                    agentJar, Map.of("report", "off", "jitter", "off", "onError", "exit", "probes", patterns(engine)));
        }
        return command.running(Measurement.class, workload, result, scratch);
    }

    private static String patterns(Engine engine) {
        return engine.stages().stream()
                .filter(stage -> !stage.pattern().equals(Stage.PROGRAMMATIC))
                .map(stage -> stage.pattern() + " as '" + stage.name() + "'")
                .distinct()
                .collect(Collectors.joining(";"));
    }

    @Override
    protected String summary(Path result) throws IOException {
        return RecordFile.load(MeasurementResult.class, result).runs().stream()
                .map(run -> TableCells.micros(run.endToEnd().distribution().nanos(Level.P50) / 1_000))
                .collect(Collectors.joining(" / ", "p50 ", " µs"));
    }

    @Override
    protected void add(MeasurementSpec spec, Path file, Optional<String> failure) throws IOException {
        if (failure.isPresent()) {
            comparison.addFailure(spec, failure.get());
        } else {
            comparison.add(spec, RecordFile.load(MeasurementResult.class, file));
        }
    }

    @Override
    protected DemoReport report() {
        return new FixReport(comparison, setup);
    }
}
