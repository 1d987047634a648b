package org.latencyprobes.cli.base;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jline.utils.Signals;

/**
 * A wait that Ctrl-C ends, or that its terminal is closed, in place of the process. Once this is closed, Ctrl-C ends the process again. Where the
 * process was started so that it ignores Ctrl-C, nothing ends the wait early. For one thread.
 */
public final class Interrupt implements AutoCloseable {

    private static final String SIGNAL = "INT";
    private static final String HANG_UP = "HUP";

    private final CountDownLatch came = new CountDownLatch(1);
    private final Object before = Signals.register(SIGNAL, came::countDown);
    private final Object beforeHangUp = Signals.register(HANG_UP, came::countDown);

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
        if (came.getCount() > 0) { // else it may come once more, from the shell, while what was begun is undone
            Signals.unregister(HANG_UP, beforeHangUp);
        }
    }
}
