package org.latencyprobes.demo.fix.engine.artio;

import java.util.concurrent.atomic.AtomicBoolean;
import org.latencyprobes.demo.fix.engine.tcp.Tcp;

/**
 * The handoff of a library, which only one thread may use at a time, between the thread that polls it all the time and the thread that
 * sends now and then. The sender goes first: with a lock it would wait for many polls.
 */
final class PollerHandoff {

    private final AtomicBoolean taken = new AtomicBoolean();
    private volatile boolean senderWaits;

    /** Takes the library for the one sender, after the current poll has ended. */
    void takeToSend() {
        senderWaits = true;
        int idle = 0;
        while (!taken.compareAndSet(false, true)) {
            Tcp.idle(++idle);
        }
        senderWaits = false;
    }

    /** Takes the library for the poller; false if the sender has or wants it. */
    boolean tryToPoll() {
        return !senderWaits && taken.compareAndSet(false, true);
    }

    void release() {
        taken.set(false);
    }
}
