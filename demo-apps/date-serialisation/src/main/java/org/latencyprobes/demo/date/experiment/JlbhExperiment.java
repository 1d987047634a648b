package org.latencyprobes.demo.date.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.core.util.Histogram;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import org.latencyprobes.demo.common.GeneratorLoop;
import org.latencyprobes.demo.common.ObservedJlbh;
import org.latencyprobes.demo.common.WaitStrategy;
import org.latencyprobes.demo.common.figures.Distribution;

/**
 * An experiment with calls at a fixed rate, driven by JLBH on an event loop, which makes up for every call that it was late with. JLBH's own
 * recorder stands around each call. Both recorders are read where JLBH ends a run: after the last sample of the warm-up and of each run, when
 * no call is in progress.
 */
final class JlbhExperiment implements JLBHTask {

    private final ExperimentSettings settings;
    private final Driver.DriverFactory factory;
    private final ObservedJlbh jlbh;
    private final RunReader reader = new RunReader();
    private final List<ExperimentRun> runs = new ArrayList<>();
    private final GeneratorLoop loop = new GeneratorLoop(WaitStrategy.spin);
    private Histogram outer;
    private Driver driver;

    /** Makes the calls on the generator's thread, at the micro-benchmark's rate or at the server's. */
    static List<ExperimentRun> local(ExperimentSettings settings, boolean micro) {
        Driver.DriverFactory factory = call -> startNanos -> {
            call.run();
            return startNanos;
        };
        return micro
                ? run(settings, factory, settings.microRate(), settings.microIterations(), settings.microWarmUp())
                : atServersRate(settings, factory);
    }

    /** Runs calls by some driver at the server's rate. */
    static List<ExperimentRun> atServersRate(ExperimentSettings settings, Driver.DriverFactory factory) {
        return run(settings, factory, settings.rate(), settings.iterations(), settings.warmUp());
    }

    private static List<ExperimentRun> run(
            ExperimentSettings settings, Driver.DriverFactory factory, int rate, long iterations, int warmUp) {
        JLBHOptions options = new JLBHOptions()
                .throughput(rate)
                .iterations(iterations)
                .warmUpIterations(warmUp)
                .runs(settings.runs())
                .accountForCoordinatedOmission(true)
                .recordOSJitter(settings.osJitter())
                .acquireLock(() -> null);
        return new JlbhExperiment(settings, factory, options).runs();
    }

    private JlbhExperiment(ExperimentSettings settings, Driver.DriverFactory factory, JLBHOptions options) {
        this.settings = settings;
        this.factory = factory;
        this.jlbh = new ObservedJlbh(options.jlbhTask(this));
    }

    private List<ExperimentRun> runs() {
        try {
            loop.drive(jlbh, true);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted in an experiment", e);
        }
        if (loop.failure() != null) {
            throw new IllegalStateException("the experiment broke", loop.failure());
        }
        return runs;
    }

    @Override
    public void init(JLBH ignored) {
        outer = jlbh.addHistogram(DateSerialiser.PROBE);
        try {
            driver = factory.create(new TimedCall(outer));
        } catch (IOException e) {
            throw new UncheckedIOException("the experiment could not start", e);
        }
    }

    @Override
    public void run(long startNanos) {
        long dueNanos = driver.call(startNanos);
        jlbh.sample(System.nanoTime() - dueNanos);
    }

    @Override
    public void warmedUp() {
        reader.skip();
    }

    @Override
    public void runComplete() {
        Distribution osJitter = settings.osJitter() ? Distribution.of(jlbh.osJitter()) : Distribution.none();
        runs.add(reader.next(Distribution.of(outer), Distribution.of(jlbh.endToEnd()), osJitter));
    }

    @Override
    public void complete() {
        try {
            driver.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        loop.over();
    }
}
