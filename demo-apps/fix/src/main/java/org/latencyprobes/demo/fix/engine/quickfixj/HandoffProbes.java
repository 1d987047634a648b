package org.latencyprobes.demo.fix.engine.quickfixj;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.mina.core.filterchain.IoFilterAdapter;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.core.write.WriteRequest;
import org.latencyprobes.probe.LatencyProbe;
import quickfix.mina.SessionConnector;

/**
 * Two probes where QuickFIX/J hands a message from one thread to another. One times a message from {@code send} until it is written. The other
 * times one that came from MINA until the application gets it. No method lasts as long as that, so an options file can't name one.
 *
 * <p>Each side of a session needs its own. The messages of a session stay in order, so the oldest beginning belongs to the next end.
 * That is so as long as each message reaches the application: after one that QuickFIX/J rejects or queues, times of this connection are too long.
 */
final class HandoffProbes extends IoFilterAdapter {

    static final String TO_WRITER = "hand-off to the writer";
    static final String TO_APPLICATION = "hand-off to the application";

    private final LatencyProbe toWriter = LatencyProbe.named(TO_WRITER);
    private final LatencyProbe toApplication = LatencyProbe.named(TO_APPLICATION);
    private final Queue<Long> sentNanos = new ConcurrentLinkedQueue<>();
    private final Queue<Long> receivedNanos = new ConcurrentLinkedQueue<>();

    /** Begins to see the messages of an acceptor or initiator, which has not started. */
    void watch(SessionConnector connector) {
        connector.setIoFilterChainBuilder(chain -> chain.addLast("hand-offs", this));
    }

    @Override
    public void filterWrite(NextFilter next, IoSession session, WriteRequest message) {
        sentNanos.add(System.nanoTime());
        next.filterWrite(session, message);
    }

    @Override
    public void messageSent(NextFilter next, IoSession session, WriteRequest message) {
        recordOldest(toWriter, sentNanos);
        next.messageSent(session, message);
    }

    @Override
    public void messageReceived(NextFilter next, IoSession session, Object message) {
        receivedNanos.add(System.nanoTime());
        next.messageReceived(session, message);
    }

    /** What was under way when the connection ended has no end: a later session's messages are not to get it. */
    @Override
    public void sessionClosed(NextFilter next, IoSession session) throws Exception {
        sentNanos.clear();
        receivedNanos.clear();
        next.sessionClosed(session);
    }

    /** To be called first in {@code fromApp} and {@code fromAdmin}. */
    void atApplication() {
        recordOldest(toApplication, receivedNanos);
    }

    private static void recordOldest(LatencyProbe probe, Queue<Long> beginnings) {
        Long startNanos = beginnings.poll();
        if (startNanos != null) {
            probe.recordSince(startNanos);
        }
    }
}
