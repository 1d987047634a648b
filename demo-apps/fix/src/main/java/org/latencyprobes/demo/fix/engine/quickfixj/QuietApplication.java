package org.latencyprobes.demo.fix.engine.quickfixj;

import quickfix.Application;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.SessionID;

/** A QuickFIX/J application that ignores every event that a subclass does not handle. */
abstract class QuietApplication implements Application {

    @Override
    public abstract void fromApp(Message message, SessionID session) throws FieldNotFound;

    @Override
    public void fromAdmin(Message message, SessionID session) throws FieldNotFound {}

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
