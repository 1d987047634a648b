package org.latencyprobes.demo.fix.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.latencyprobes.demo.common.Distribution;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.Initiator;

/** One engine under one load: warm-up, runs, and what each of them took and cost. */
final class Measurement implements Driver.RunEnd {

    private static final long CLOSING_MILLIS = 5_000;

    private final Engine engine;
    private final Load load;
    private final Place place;
    private final List<RunFigures> runs = new ArrayList<>();
    private final Driver driver;
    private final Spending spending = new Spending();
    private final MachineLoad machine = new MachineLoad();
    private Peer peer;
    private Flights kept;

    /** Where it keeps what. */
    record Place(Path result, Path scratch) {

        /** A file beside the result, with another ending. */
        Path beside(String ending) {
            String name = result.getFileName().toString();
            return result.resolveSibling(name.substring(0, name.lastIndexOf('.')) + ending);
        }
    }

    Measurement(Engine engine, Load load, Path result, Path scratch) {
        this.engine = engine;
        this.load = load;
        this.place = new Place(result, scratch);
        this.driver = new Driver(load, this);
    }

    /** Measures; a result is there in any case, with all that was measured until something broke. */
    Result run() throws IOException, InterruptedException {
        String failure = "";
        Deque<AutoCloseable> open = new ArrayDeque<>();
        try {
            peer = load.parse() ? new Peer.Elsewhere(null) : startServer();
            open.push(peer);
            Initiator client = load.parse() ? parser() : connect();
            open.push(client);
            driver.drive(client, () -> Pinning.to(load.threads().generatorCpu()));
        } catch (IOException | RuntimeException | Error e) {
            failure = engine.title() + ": " + Reason.of(e) + (peer == null ? "" : peer.end());
            keepTheRest();
        }
        Result result = new Result(runs, failure, failure.isEmpty() ? ProbeCost.nanos() : 0);
        result.save(place.result());
        close(open);
        return result;
    }

    private Initiator parser() {
        return new ParsingInitiator(
                engine.parser().orElseThrow(() -> new IllegalArgumentException("has no parser of its own")), driver);
    }

    private Peer startServer() throws IOException {
        if (!load.sides().connect().isEmpty()) {
            return new Peer.Elsewhere(HostAndPort.parse(load.sides().connect()));
        }
        Path scratch = Files.createDirectories(place.scratch().resolve("server"));
        return load.sides().twoJvms()
                ? new ServerProcess(load, place.scratch())
                : new Peer.Local(Pinning.pinned(
                        load.threads().serverCpu(), () -> engine.accept(HostAndPort.parse("127.0.0.1:0"), scratch)));
    }

    private Initiator connect() throws IOException {
        Path scratch = Files.createDirectories(place.scratch().resolve("client"));
        return Pinning.pinned(load.threads().clientCpu(), () -> engine.connect(peer.address(), driver, scratch));
    }

    @Override
    public void begins() {
        try {
            peer.begin();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        machine.begin();
        spending.begin();
    }

    @Override
    public void lastSent() {
        spending.exclude();
    }

    @Override
    public boolean ended(Flights flights, Distribution jlbh) {
        try {
            machine.end();
            SideFigures spent = load.sides().twoJvms()
                    ? spending.cut().of("client").plus(peer.cut().of("server"))
                    : spending.cut();
            kept = flights;
            keep(flights, figures(flights, jlbh, spent, true));
            new Result(runs, Result.UNFINISHED, 0).save(place.result());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return runs.stream().filter(run -> !run.isDisturbed()).count()
                < load.runs().wanted();
    }

    /** The run that broke off, as far as it got. */
    private void keepTheRest() throws IOException {
        machine.end();
        Flights last = driver.flights();
        Flights answered = last.answeredSoFar();
        if (answered.sent() > 0 && last != kept && driver.isMeasuring()) {
            keep(answered, figures(answered, Distribution.none(), spending.cut(), false));
        }
    }

    private void keep(Flights flights, RunFigures run) throws IOException {
        runs.add(run);
        HistogramFile.write(place.beside(".run-" + runs.size() + ".hlog"), run);
        if (load.everyRoundTrip()) {
            RoundTripsCsv.write(
                    place.beside(runs.size() == 1 ? ".latency.csv" : ".latency-" + runs.size() + ".csv"), flights);
        }
    }

    private RunFigures figures(Flights flights, Distribution jlbh, SideFigures spent, boolean whole) {
        Timing endToEnd = flights.endToEnd();
        return new RunFigures(
                whole,
                flights.seconds(),
                jlbh,
                endToEnd,
                flights.roundTrip(),
                flights.lag(),
                load.sides().connect().isEmpty() ? machine.otherCpus(spent.cpuNanos()) : Double.NaN,
                spent,
                Tail.of(flights, endToEnd, spent.pauses()));
    }

    /** In a thread that may be left behind: an engine that does not end must not keep us. */
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
