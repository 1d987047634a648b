package org.latencyprobes.demo.fix.engine.quickfixj;

import quickfix.Application;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.SessionID;

/** Nothing happens, but what a subclass wants to. */
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
