package org.latencyprobes.agent.backend;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.latencyprobes.agent.base.ClassWatches;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.ProgressTimeout;
import org.latencyprobes.agent.option.BackendOptions;
import org.latencyprobes.agent.option.BackendSpec;
import org.latencyprobes.agent.protocol.state.BackendRow;
import org.latencyprobes.internal.histogram.CountsReader;
import org.latencyprobes.internal.thread.DaemonThread;

/**
 * The exporters to all backends that are wanted. A thread of its own opens, changes and closes them, so that nobody else waits for any of
 * them. It exists only in JVMs in which a backend was asked for.
 */
public final class Exporters implements Runnable {

    private static final String FACTORY = "org.latencyprobes.exporters.BundledFactory";
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Together less than the end of the JVM may wait. */
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(7);

    private static final long ABORT_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Thread thread;
    private final GlobalRegistries global;
    private final long settledNanos;
    private final List<OpenExporter> open = new ArrayList<>();
    private final Map<String, Baseline> baselines = new HashMap<>();
    private ExporterFactory factory;
    private ClassLoader bundled;
    private volatile BackendOptions wanted;
    private volatile boolean ending;
    private long faults;

    /**
     * Starts the thread.
     *
     * @param wanted what is asked for
     * @param fromStart whether backends that are sent differences are sent what was recorded before, too: at the start of the JVM
     * @param settledNanos when those may be opened that touch what the application may configure in its {@code main}
     * @param instrumentation the JVM's
     * @param watches watch out for classes
     */
    public Exporters(
            BackendOptions wanted,
            boolean fromStart,
            long settledNanos,
            Instrumentation instrumentation,
            ClassWatches watches) {
        this.wanted = wanted;
        this.settledNanos = settledNanos;
        for (BackendSpec spec : wanted.backends()) {
            baselines.put(spec.name(), new Baseline(fromStart ? new CountsReader() : CountsReader.fromNow()));
        }
        global = new GlobalRegistries(instrumentation, watches, System::nanoTime);
        thread = DaemonThread.of("latency-probes-backends", this);
        thread.start();
    }

    /**
     * From now on other backends are wanted. Does not wait.
     *
     * @param next those, or null for none
     */
    public void follow(BackendOptions next) {
        wanted = next;
        LockSupport.unpark(thread);
    }

    /** Has all of them publish a last time and close. Does not wait. */
    public void beginToEnd() {
        ending = true;
        LockSupport.unpark(thread);
    }

    /** Waits until they are closed, within bounds. */
    public void awaitEnd() {
        ProgressTimeout.await(thread, CLOSE_NANOS + ABORT_NANOS);
    }

    /**
     * How each is.
     *
     * @return a row for each
     */
    public List<BackendRow> rows() {
        List<BackendRow> rows = new ArrayList<>();
        synchronized (open) {
            open.forEach(backend -> rows.add(backend.state().row()));
        }
        rows.addAll(global.rows());
        return rows;
    }

    @Override
    public void run() {
        while (!ending) {
            try {
                bringInLine(wanted);
            } catch (InterruptedException e) {
                continue; // by the application, which interrupts all threads
            } catch (Exception | LinkageError | StackOverflowError | OutOfMemoryError e) {
                if (faults++ == 0) {
                    Log.say("backends: unexpected, and said only once: " + Log.describe(e));
                }
            }
            Thread.interrupted(); // or it would not park
            if (!ending) { // what was called above may have taken the permit
                LockSupport.parkNanos(POLL_NANOS);
            }
        }
        closeAll();
    }

    private void closeAll() {
        try {
            global.end();
            for (OpenExporter backend : open) {
                backend.openAtEnd(factory);
            }
            close(new ArrayList<>(open));
        } catch (RuntimeException | LinkageError e) {
            Log.say("backends: " + Log.describe(e));
        }
    }

    private void bringInLine(BackendOptions options) throws Exception {
        List<BackendSpec> specs = options == null ? List.of() : options.backends();
        baselines.keySet().retainAll(specs.stream().map(BackendSpec::name).toList());
        close(open.stream().filter(backend -> !specs.contains(backend.spec())).toList());
        for (BackendSpec spec : specs) {
            if (open.stream().noneMatch(backend -> backend.spec().equals(spec))) {
                load();
                synchronized (open) {
                    open.add(new OpenExporter(spec, baseline(spec), bundled, settledNanos));
                }
            }
        }
        for (OpenExporter backend : new ArrayList<>(open)) {
            backend.openIfDue(factory);
        }
        global.follow(options != null && options.global() ? options.publishing() : null);
    }

    private Baseline baseline(BackendSpec spec) {
        return baselines.computeIfAbsent(spec.name(), added -> new Baseline(CountsReader.fromNow()));
    }

    private void load() throws ReflectiveOperationException {
        if (factory == null) {
            bundled = new BundledLoader(Exporters.class.getClassLoader());
            factory = (ExporterFactory) Class.forName(FACTORY, true, bundled)
                    .getDeclaredConstructor()
                    .newInstance();
        }
    }

    private void close(List<OpenExporter> unwanted) {
        long deadlineNanos = System.nanoTime() + CLOSE_NANOS;
        unwanted.forEach(OpenExporter::beginToClose);
        for (OpenExporter backend : unwanted) {
            backend.awaitClosed(deadlineNanos, deadlineNanos + ABORT_NANOS);
        }
        synchronized (open) {
            open.removeAll(unwanted);
        }
        if (open.isEmpty() && factory != null) {
            factory.end();
            factory = null;
            bundled = null;
        }
    }
}
