package org.latencyprobes.demo.fix.engine.quickfixj;

import quickfix.Application;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.SessionID;
import quickfix.mina.SessionConnector;

/** A QuickFIX/J application that ignores every event that a subclass does not handle. If the agent is there, its hand-offs are timed. */
abstract class QuietApplication implements Application {

    private final HandoffProbes handoffs = new HandoffProbes();

    final void watch(SessionConnector connector) {
        if (System.getProperty("latencyprobes.probes") != null) {
            handoffs.watch(connector);
        }
    }

    /** A message of the application came. */
    abstract void received(Message message) throws FieldNotFound;

    @Override
    public final void fromApp(Message message, SessionID session) throws FieldNotFound {
        handoffs.atApplication();
        received(message);
    }

    @Override
    public final void fromAdmin(Message message, SessionID session) {
        handoffs.atApplication();
    }

    @Override
    public void onCreate(SessionID session) {}

    @Override
    public void onLogon(SessionID session) {}

    @Override
    public void onLogout(SessionID session) {}

    @Override
    public void toAdmin(Message message, SessionID session) {}

    @Override
    public void toApp(Message message, SessionID session) {}
}
