package org.latencyprobes.demo.fix.measure;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.latencyprobes.demo.common.Distribution;
import org.latencyprobes.demo.common.HistogramFile;
import org.latencyprobes.demo.common.MachineLoad;
import org.latencyprobes.demo.common.OtherCpus;
import org.latencyprobes.demo.common.Reason;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.Initiator;
import org.latencyprobes.demo.fix.jvm.Compilations;
import org.latencyprobes.demo.fix.jvm.Pinning;
import org.latencyprobes.demo.fix.jvm.ProbeCost;
import org.latencyprobes.demo.fix.jvm.ProbesSwitch;
import org.latencyprobes.demo.fix.jvm.ResourceMeter;
import org.latencyprobes.demo.fix.jvm.ResourceUsage;
import org.latencyprobes.demo.fix.jvm.Span;
import org.latencyprobes.demo.fix.server.HostAndPort;
import org.latencyprobes.demo.fix.server.Server;
import org.latencyprobes.demo.fix.server.ServerJvm;

/** A measurement of one engine under one workload: warm-up, runs, and what each run took and cost. */
final class Measurement implements LoadGenerator.RunListener {

    private static final long CLOSING_MILLIS = 60_000;

    private final Engine engine;
    private final Workload workload;
    private final ResultFiles files;
    private final List<RunFigures> runs = new ArrayList<>();
    private final LoadGenerator generator;
    private final ResourceMeter meter = new ResourceMeter();
    private final Compilations compilations = new Compilations();
    private final MachineLoad machine = new MachineLoad();
    private Server server;
    private RoundTrips kept;
    private int settling;
    private boolean probed;

    /** The files of a measurement. */
    record ResultFiles(Path result, Path scratch) {

        /** A file beside the result, with another ending. */
        Path beside(String ending) {
            String name = result.getFileName().toString();
            return result.resolveSibling(name.substring(0, name.lastIndexOf('.')) + ending);
        }
    }

    Measurement(Engine engine, Workload workload, Path result, Path scratch) {
        this.engine = engine;
        this.workload = workload;
        this.settling = workload.runs().settling();
        this.probed = workload.agent();
        this.files = new ResultFiles(result, scratch);
        this.generator = new LoadGenerator(workload, this);
    }

    /** Measures. The result is there in any case, with all that was measured until something broke. */
    MeasurementResult run() throws IOException, InterruptedException {
        String failure = "";
        Deque<AutoCloseable> open = new ArrayDeque<>(List.of(compilations));
        try {
            server = isParser() ? new Server.Elsewhere(null) : startServer();
            open.push(server);
            Initiator client = isParser() ? parser() : connect();
            open.push(client);
            generator.drive(client);
        } catch (IOException | RuntimeException | Error e) {
            failure = engine.title() + ": " + Reason.of(e) + (server == null ? "" : server.end());
            keepTheRest();
        }
        MeasurementResult result =
                new MeasurementResult(runs, failure, failure.isEmpty() ? ProbeCost.nanos() : 0, generator.capacity());
        result.save(files.result());
        close(open);
        return result;
    }

    private boolean isParser() {
        return workload.subject() != Workload.Subject.SESSION;
    }

    private Initiator parser() throws IOException {
        return new ParsingInitiator(
                engine.parser().orElseThrow(() -> new IllegalArgumentException("has no parser of its own")),
                workload.subject() == Workload.Subject.LOGGED_PARSER
                        ? Files.newOutputStream(files.scratch().resolve("messages.log"))
                        : OutputStream.nullOutputStream(),
                generator);
    }

    private Server startServer() throws IOException {
        if (!workload.sides().connect().isEmpty()) {
            return new Server.Elsewhere(HostAndPort.parse(workload.sides().connect()));
        }
        Path scratch = Files.createDirectories(files.scratch().resolve("server"));
        return workload.sides().twoJvms()
                ? new ServerJvm(workload.engine(), workload.threads().serverCpus(), files.scratch())
                : new Server.Local(Pinning.pinned(
                        workload.threads().serverCpus(),
                        () -> engine.accept(HostAndPort.parse("127.0.0.1:0"), scratch)));
    }

    private Initiator connect() throws IOException {
        Path scratch = Files.createDirectories(files.scratch().resolve("client"));
        return Pinning.pinned(
                workload.threads().clientCpus(), () -> engine.connect(server.address(), generator, scratch));
    }

    @Override
    public void begins() {
        try {
            if (probed != workload.isProbed(runs.size())) {
                probed = !probed;
                ProbesSwitch.set(probed);
                settling = workload.runs().settling();
            }
            meter.begin(); // waits for late calls, which is no part of the server's time
            server.begin();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
        try {
            machine.end();
            meter.end();
            ResourceUsage usage = workload.sides().twoJvms()
                    ? server.usage().of("server").plus(meter.usage().of("client"))
                    : meter.usage();
            kept = roundTrips;
            keep(roundTrips, figures(roundTrips, jlbh, usage, true));
            new MeasurementResult(runs, MeasurementResult.UNFINISHED, 0, generator.capacity()).save(files.result());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return runs.size() < workload.measuredRuns();
    }

    /** Keeps the run that broke off, as far as it got. */
    private void keepTheRest() throws IOException {
        machine.end();
        RoundTrips last = generator.roundTrips();
        RoundTrips answered = last.answeredSoFar();
        if (answered.sent() > 0 && last != kept && generator.isMeasuring() && settling == 0) {
            keep(answered, figures(answered, Distribution.none(), meter.usage(), false));
        }
    }

    private void keep(RoundTrips roundTrips, RunFigures run) throws IOException {
        runs.add(run);
        HistogramFile.write(files.beside(".run-" + runs.size() + ".hlog"), histograms(run));
        if (workload.everyRoundTrip()) {
            RoundTripsCsv.write(
                    files.beside(runs.size() == 1 ? ".latency.csv" : ".latency-" + runs.size() + ".csv"), roundTrips);
        }
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

    private RunFigures figures(RoundTrips roundTrips, Distribution jlbh, ResourceUsage usage, boolean whole) {
        Timing endToEnd = roundTrips.endToEnd();
        return new RunFigures(
                whole,
                probed,
                roundTrips.seconds(),
                jlbh,
                endToEnd,
                roundTrips.roundTrip(),
                roundTrips.lag(),
                workload.sides().connect().isEmpty() ? machine.others(usage.cpuNanos()) : OtherCpus.UNKNOWN,
                usage,
                Tail.of(roundTrips, endToEnd, usage.pauses()),
                TimeLine.of(roundTrips, usage.pauses(), compilationsIn(roundTrips)));
    }

    private List<Span> compilationsIn(RoundTrips roundTrips) {
        int answered = roundTrips.answered();
        return answered == 0
                ? List.of()
                : compilations.between(roundTrips.dueNanos(0), roundTrips.receivedNanos(answered - 1));
    }

    /** Closes in a thread that may be left behind: an engine that does not end must not hold this one up. */
    private static void close(Iterable<AutoCloseable> parts) throws InterruptedException {
        Thread closing = new Thread(
                () -> {
                    for (AutoCloseable part : parts) {
                        try {
                            part.close();
                        } catch (Exception e) {
                            e.printStackTrace();
                        }
                    }
                },
                "closing");
        closing.setDaemon(true);
        closing.start();
        closing.join(CLOSING_MILLIS);
    }
}
