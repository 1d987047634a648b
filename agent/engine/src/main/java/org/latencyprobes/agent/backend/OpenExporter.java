package org.latencyprobes.agent.backend;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.OpenFiles;
import org.latencyprobes.agent.base.ProgressTimeout;
import org.latencyprobes.agent.option.BackendSpec;
import org.latencyprobes.internal.thread.DaemonThread;

/** A backend that is wanted, and what came of it. For one thread, but its closing has a thread of its own. */
final class OpenExporter {

    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final BackendSpec spec;
    private final ExporterState state;
    private final Baseline baseline;
    private final ClassLoader bundled;
    private ClassLoader loader;
    private Exporter backend;
    private boolean retried = true;
    private boolean tried;
    private long nextNanos = System.nanoTime();
    private Thread closing;

    /** Opens nothing yet, and before the JVM has settled only what touches nothing that the application may configure. */
    OpenExporter(BackendSpec spec, Baseline baseline, ClassLoader bundled, long settledNanos) {
        if (!spec.isHarmless() && settledNanos - nextNanos > 0) {
            nextNanos = settledNanos;
        }
        this.spec = spec;
        this.baseline = baseline;
        this.bundled = bundled;
        state = new ExporterState(spec.name(), spec.secrets());
    }

    BackendSpec spec() {
        return spec;
    }

    ExporterState state() {
        return state;
    }

    /** Opens it, unless that has been done, must wait or is hopeless. */
    void openIfDue(ExporterFactory factory) {
        if (backend == null && retried && System.nanoTime() - nextNanos >= 0) {
            open(factory);
        }
    }

    /** At the end of a JVM that was over before it had settled: what is pushed to gets its one publish. */
    void openAtEnd(ExporterFactory factory) {
        if (!tried && spec.isPushedTo()) {
            open(factory);
        }
    }

    private void open(ExporterFactory factory) {
        tried = true;
        nextNanos = System.nanoTime() + RETRY_NANOS;
        Thread thread = Thread.currentThread();
        ExporterState.enter(state);
        try {
            OpenFiles.requireFree();
            loader = spec.folder() == null ? bundled : FolderLoader.of(spec, bundled);
            thread.setContextClassLoader(loader); // some libraries look for their parts there
            backend = factory.open(spec, state, baseline, loader);
            baseline.opened();
            state.opened(backend.address());
        } catch (IOException | OutOfMemoryError e) { // both may pass
            refused(Log.describe(e), true);
        } catch (OpenFiles.TooFewException e) {
            refused(e.getMessage(), true);
        } catch (Exception | LinkageError e) {
            String help = JdkModules.help(e);
            refused(help == null ? Log.describe(e) : help, false);
        } finally {
            ExporterState.enter(null);
            thread.setContextClassLoader(null);
        }
    }

    private void refused(String message, boolean again) {
        retried = again;
        closeLoader();
        state.refused(message, again);
    }

    /** On a thread of its own, since the other side may be silent. */
    void beginToClose() {
        if (backend == null) {
            return;
        }
        closing = DaemonThread.of("latency-probes-close-" + spec.name(), this::close);
        closing.setContextClassLoader(loader);
        closing.start();
    }

    private void close() {
        ExporterState.enter(state);
        try {
            backend.close();
        } catch (Exception | LinkageError e) {
            state.noted("closing: " + Log.describe(e));
        }
        state.closed();
        closeLoader();
    }

    private void closeLoader() {
        if (loader != bundled && loader instanceof Closeable files) {
            try {
                files.close();
            } catch (IOException e) {
                state.noted("its jars: " + Log.describe(e));
            }
        }
    }

    /** Waits until it is closed; from the deadline on whatever waits for the other side is told to fail. */
    void awaitClosed(long deadlineNanos, long endNanos) {
        if (closing == null) {
            return;
        }
        if (!ProgressTimeout.await(closing, deadlineNanos - System.nanoTime())) {
            backend.abort();
            closing.interrupt();
            ProgressTimeout.await(closing, endNanos - System.nanoTime());
            state.say("gave up its last publish: no answer in time");
        }
    }
}
