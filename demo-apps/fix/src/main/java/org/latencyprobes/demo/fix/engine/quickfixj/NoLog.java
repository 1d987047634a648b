package org.latencyprobes.demo.fix.engine.quickfixj;

import quickfix.Log;
import quickfix.LogFactory;
import quickfix.SessionID;

/** A log that drops everything. */
final class NoLog implements Log, LogFactory {

    @Override
    public Log create(SessionID sessionId) {
        return this;
    }

    @Override
    public void onErrorEvent(String text) {}

    @Override
    public void onEvent(String text) {}

    @Override
    public void onIncoming(String message) {}

    @Override
    public void onOutgoing(String message) {}

    @Override
    public void clear() {}
}
