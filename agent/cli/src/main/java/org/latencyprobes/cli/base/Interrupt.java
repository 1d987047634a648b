package org.latencyprobes.cli.base;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jline.utils.Signals;

/**
 * A wait that Ctrl-C ends, in place of the process. Once this is closed, Ctrl-C ends the process again. Where the process was started so that it
 * ignores Ctrl-C, nothing ends the wait early. For one thread.
 */
public final class Interrupt implements AutoCloseable {

    private static final String SIGNAL = "INT";

    private final CountDownLatch came = new CountDownLatch(1);
    private final Object before = Signals.register(SIGNAL, came::countDown);

    /** Waits for a time at most. True once Ctrl-C has come, or this thread is interrupted. */
    public boolean comesWithin(long nanos) {
        try {
            return came.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    @Override
    public void close() {
        Signals.unregister(SIGNAL, before);
    }
}
