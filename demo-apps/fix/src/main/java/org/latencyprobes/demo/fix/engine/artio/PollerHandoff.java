package org.latencyprobes.demo.fix.engine.artio;

import java.util.concurrent.atomic.AtomicBoolean;
import org.latencyprobes.demo.fix.engine.tcp.Tcp;

/**
 * Whose turn it is to use a library, which is for one thread at a time: the thread that polls it over and over, or the one that sends now and
 * then. The sender goes first: a lock would make it wait behind many polls.
 */
final class PollerHandoff {

    private final AtomicBoolean taken = new AtomicBoolean();
    private volatile boolean senderWaits;

    /** For the one sender: waits out the poll that is under way. */
    void takeToSend() {
        senderWaits = true;
        int idle = 0;
        while (!taken.compareAndSet(false, true)) {
            Tcp.idle(++idle);
        }
        senderWaits = false;
    }

    /** For the poller: false if it has to leave the turn to the sender. */
    boolean tryToPoll() {
        return !senderWaits && taken.compareAndSet(false, true);
    }

    void release() {
        taken.set(false);
    }
}
