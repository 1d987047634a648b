package org.latencyprobes.demo.fix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.latencyprobes.demo.common.Demo;
import org.latencyprobes.demo.common.DemoCommand;
import org.latencyprobes.demo.common.DemoReport;
import org.latencyprobes.demo.common.JavaRuntime;
import org.latencyprobes.demo.common.Level;
import org.latencyprobes.demo.common.OutputFolder;
import org.latencyprobes.demo.common.Terminal;
import org.latencyprobes.demo.fix.comparison.FixComparison;
import org.latencyprobes.demo.fix.comparison.JvmFigures;
import org.latencyprobes.demo.fix.comparison.MeasurementSpec;
import org.latencyprobes.demo.fix.comparison.Scenario;
import org.latencyprobes.demo.fix.comparison.Schedule;
import org.latencyprobes.demo.fix.comparison.TableCells;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.measure.MeasurementResult;
import org.latencyprobes.demo.fix.registry.Engines;
import org.latencyprobes.demo.fix.report.FixPage;
import org.latencyprobes.demo.fix.report.FixReport;

/** The comparison of FIX engines as a demo: the measurements of a schedule. One that fails stays with what it had until then. */
final class FixMeasurements extends Demo<MeasurementSpec> {

    private static final String SETUP = "setup.txt";

    /** Changes with what a result holds: an older one can't be added to. */
    private static final String FORMAT = " Results of format 4.";

    private final Schedule schedule;
    private final EngineCommands commands;
    private final Path agentJar;
    private final OutputFolder output;
    private final String setup;
    private final boolean resumes;
    private final Optional<FixComparison> earlier;
    private final FixComparison comparison;

    private FixMeasurements(
            Schedule schedule,
            EngineCommands commands,
            Path agentJar,
            OutputFolder output,
            String setup,
            boolean resumes,
            Optional<FixComparison> earlier) {
        this.schedule = schedule;
        this.commands = commands;
        this.agentJar = agentJar;
        this.output = output;
        this.setup = setup;
        this.resumes = resumes;
        this.earlier = earlier;
        comparison = new FixComparison(schedule);
    }

    /** Runs a schedule for a command, and returns the exit code. */
    static int run(DemoCommand command, FixOptions options, Schedule schedule)
            throws IOException, InterruptedException {
        List<MeasurementSpec> specs = schedule.specs();
        if (specs.isEmpty()) {
            throw options.without().isEmpty()
                    ? Terminal.wrong(
                            command.spec(), "--scenario", "parse", "none of these engines has a parser of its own")
                    : Terminal.wrong(command.spec(), "--without", options.without(), "nothing is left to measure");
        }
        if (options.onlyPlans()) {
            command.out().print(Plan.text(specs));
            return 0;
        }
        specs.forEach(spec -> checkRelease(command, spec.cell().engine()));
        JavaRuntime java = Terminal.java(command.spec(), "--java", options.jvm().java());
        Path agentJar = specs.stream().anyMatch(spec -> spec.cell().agent())
                ? Terminal.agent(command.spec(), "--agent-jar", options.agentJar())
                : null;
        OutputFolder output = Terminal.output(command.spec(), options.output());
        String setup = Setup.of(java, options.jvm().label(command.spec(), java), schedule);
        String settings = setup + " " + schedule.preset().runLengths() + FORMAT;
        Optional<FixComparison> earlier = options.earlier() == null
                ? Optional.empty()
                : Optional.of(earlier(command, options, schedule, settings));
        keepSetup(command, output, options, settings);
        EngineCommands commands = new EngineCommands(java, options.jvm().flags());
        return new FixMeasurements(schedule, commands, agentJar, output, setup, options.resumes(), earlier)
                .run(command.out(), output);
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

    /**
     * Writes the settings beside the results. What was measured with others must not be added to, and is not touched; what a comparison does
     * not resume is deleted.
     */
    private static void keepSetup(DemoCommand command, OutputFolder output, FixOptions options, String setup)
            throws IOException {
        Path file = output.root().resolve(SETUP);
        if (!options.resumes()) {
            output.clear(ids(), FixPage.pictures(ids()));
        } else if (Files.exists(file)) {
            check(command, "--resume", output, setup);
        }
        Files.writeString(file, setup);
    }

    private static void check(DemoCommand command, String option, OutputFolder folder, String setup)
            throws IOException {
        String before = Files.readString(folder.root().resolve(SETUP));
        if (!before.equals(setup)) {
            throw Terminal.wrong(command.spec(), option, folder.root(), "it was begun with other settings: " + before);
        }
    }

    /** Reads what an earlier comparison with the same settings measured. */
    private static FixComparison earlier(DemoCommand command, FixOptions options, Schedule schedule, String setup)
            throws IOException {
        OutputFolder folder = new OutputFolder(options.earlier());
        if (Files.notExists(folder.root().resolve(SETUP))) {
            throw Terminal.wrong(
                    command.spec(), "--earlier", folder.root(), "no output folder of this program: it has no " + SETUP);
        }
        if (Files.isSameFile(folder.root(), options.output())) {
            throw Terminal.wrong(command.spec(), "--earlier", folder.root(), "that is where the new results go");
        }
        check(command, "--earlier", folder, setup);
        Schedule all = schedule.withBlocks(folder.rounds());
        FixComparison earlier = new FixComparison(all);
        for (MeasurementSpec spec : all.specs()) {
            Optional<Path> result =
                    folder.earlierResult(spec.step().id(), spec.step().round());
            if (result.isPresent()) {
                earlier.add(spec, MeasurementResult.load(result.get()));
            }
        }
        return earlier;
    }

    private static List<String> ids() {
        return Engines.all().stream()
                .map(Engine::name)
                .flatMap(name -> Stream.of(Scenario.values()).map(scenario -> name + "-" + scenario.id() + "-*"))
                .toList();
    }

    @Override
    protected String setup() {
        return setup;
    }

    @Override
    protected List<MeasurementSpec> children() {
        return schedule.specs();
    }

    /** A measurement that came to its end is not repeated by a comparison that is resumed. */
    @Override
    protected boolean isMeasured(Path result) throws IOException {
        return resumes && Files.exists(result) && MeasurementResult.load(result).isComplete();
    }

    @Override
    protected List<String> command(MeasurementSpec spec, Path scratch, Path result) throws IOException {
        return commands.measuring(spec, agentJar, scratch, result);
    }

    @Override
    protected String summary(Path result) throws IOException {
        List<String> p50s = MeasurementResult.load(result).whole().stream()
                .map(run -> TableCells.micros(run.endToEnd().distribution().nanos(Level.P50) / 1_000))
                .toList();
        return p50s.isEmpty() ? "no whole run" : "p50 " + String.join(" / ", p50s) + " µs";
    }

    @Override
    protected void add(MeasurementSpec spec, Path file, Optional<String> failure) throws IOException {
        MeasurementResult result = Files.exists(file) ? MeasurementResult.load(file) : MeasurementResult.NOTHING;
        comparison.add(spec, failure.map(result::endedBy).orElse(result));
        JvmFigures figures = JvmFigures.of(spec, result);
        if (!figures.isEmpty()) {
            output.keepPercentiles(
                    spec.step().id(),
                    spec.step().round(),
                    figures.timing().distribution().histogram());
        }
    }

    @Override
    protected DemoReport report() {
        return new FixReport(comparison, setup, earlier);
    }
}
