package org.latencyprobes.demo.fix.measure;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.latencyprobes.demo.common.figures.Distribution;
import org.latencyprobes.demo.common.figures.HistogramFile;
import org.latencyprobes.demo.common.figures.RecordFile;
import org.latencyprobes.demo.common.machine.MachineLoad;
import org.latencyprobes.demo.fix.engine.Acceptor;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.Initiator;
import org.latencyprobes.demo.fix.jvm.Compilations;
import org.latencyprobes.demo.fix.jvm.ResourceMeter;
import org.latencyprobes.demo.fix.jvm.ResourceUsage;
import org.latencyprobes.demo.fix.jvm.TimeSpan;
import org.latencyprobes.demo.fix.registry.Engines;

/** The child JVM: one engine under one workload, client and server in this JVM. It measures warm-up and runs, and what each run cost. */
public final class Measurement implements LoadGenerator.RunListener {

    private final Engine engine;
    private final Workload workload;
    private final Path result;
    private final Path scratch;
    private final List<RunFigures> runs = new ArrayList<>();
    private final LoadGenerator generator;
    private final ResourceMeter meter = new ResourceMeter();
    private final Compilations compilations = new Compilations();
    private final MachineLoad machine = new MachineLoad();
    private int settling;

    Measurement(Engine engine, Workload workload, Path result, Path scratch) {
        this.engine = engine;
        this.workload = workload;
        this.settling = workload.runs().settling();
        this.result = result;
        this.scratch = scratch;
        this.generator = new LoadGenerator(workload, this);
    }

    /**
     * Measures once. If that fails, the last line of the output says why.
     *
     * @param arguments the workload's file, the file for the result, the scratch folder
     */
    public static void main(String[] arguments) {
        try {
            Workload workload = RecordFile.load(Workload.class, Path.of(arguments[0]));
            Engine engine = Engines.named(workload.engine());
            new Measurement(engine, workload, Path.of(arguments[1]), Path.of(arguments[2])).run();
            System.exit(0);
        } catch (Throwable e) {
            e.printStackTrace();
            System.out.println(e.getMessage());
            System.exit(1); // even if other threads run
        }
    }

    /** Measures. There is a result only if every run came to its end. */
    MeasurementResult run() throws Exception {
        try (compilations;
                Acceptor server = workload.isParser() ? null : accept();
                Initiator client = server == null ? parser() : connect(server)) {
            generator.drive(client);
        }
        MeasurementResult measured = new MeasurementResult(runs, generator.capacity());
        RecordFile.save(measured, result);
        return measured;
    }

    private Initiator parser() throws IOException {
        return new ParsingInitiator(
                engine.parser().orElseThrow(),
                workload.subject() == Workload.Subject.LOGGED_PARSER
                        ? Files.newOutputStream(scratch.resolve("messages.log"))
                        : OutputStream.nullOutputStream(),
                generator);
    }

    private Acceptor accept() throws Exception {
        return engine.accept(Files.createDirectories(scratch.resolve("server")));
    }

    private Initiator connect(Acceptor server) throws Exception {
        return engine.connect(server.address(), generator, Files.createDirectories(scratch.resolve("client")));
    }

    @Override
    public void begins() {
        meter.begin();
        machine.begin();
    }

    @Override
    public void lastSent() {
        meter.exclude();
    }

    @Override
    public boolean ended(RoundTrips roundTrips, Distribution jlbh) {
        if (settling > 0) {
            settling--;
            return true;
        }
        machine.end();
        meter.end();
        try {
            keep(roundTrips, figures(roundTrips, jlbh, meter.usage()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return runs.size() < workload.runs().measured();
    }

    private void keep(RoundTrips roundTrips, RunFigures run) throws IOException {
        runs.add(run);
        HistogramFile.write(beside(".run-" + runs.size() + ".hlog"), histograms(run));
        if (workload.everyRoundTrip()) {
            roundTrips.write(beside(runs.size() == 1 ? ".latency.csv" : ".latency-" + runs.size() + ".csv"));
        }
    }

    /** A file beside the result, with another ending. */
    private Path beside(String ending) {
        String name = result.getFileName().toString();
        return result.resolveSibling(name.substring(0, name.lastIndexOf('.')) + ending);
    }

    private static List<HistogramFile.Line> histograms(RunFigures run) {
        Map<String, Distribution> all = new TreeMap<>(run.usage().stages());
        all.put("end to end", run.endToEnd().distribution());
        all.put("round trip", run.roundTrip().distribution());
        all.put("schedule lag", run.lag().distribution());
        long endMillis = System.currentTimeMillis();
        long startMillis = endMillis - (long) (1_000 * run.seconds());
        return all.entrySet().stream()
                .map(each -> new HistogramFile.Line(each.getKey(), startMillis, endMillis, each.getValue()))
                .toList();
    }

    private RunFigures figures(RoundTrips roundTrips, Distribution jlbh, ResourceUsage usage) {
        Timing endToEnd = roundTrips.endToEnd();
        List<TimeSpan> compiled =
                compilations.between(roundTrips.dueNanos(0), roundTrips.receivedNanos(roundTrips.answered() - 1));
        return new RunFigures(
                roundTrips.seconds(),
                jlbh,
                endToEnd,
                roundTrips.roundTrip(),
                roundTrips.lag(),
                machine.others(usage.cpuNanos()),
                usage,
                CollectedTail.of(roundTrips, endToEnd, usage.pauses()),
                TimeLine.of(roundTrips, usage.pauses(), compiled));
    }
}
