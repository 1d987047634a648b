package org.latencyprobes.demo.fix.engine.quickfixj;

import java.util.function.Consumer;
import quickfix.Log;
import quickfix.LogFactory;
import quickfix.SessionID;

/**
 * A log that drops everything but errors, which it passes on, and the last event, which it keeps. That a message has nobody to be sent to
 * any more only follows from an event, so that one stays the last.
 */
final class EventLog implements Log, LogFactory {

    private static final String NOT_SENT = "No responder, not sending message";

    private final Consumer<String> trouble;
    private volatile String lastEvent = "nothing";

    EventLog(Consumer<String> trouble) {
        this.trouble = trouble;
    }

    String lastEvent() {
        return lastEvent;
    }

    @Override
    public void onErrorEvent(String text) {
        lastEvent = text;
        trouble.accept(text);
    }

    @Override
    public void onEvent(String text) {
        if (!text.startsWith(NOT_SENT)) {
            lastEvent = text;
        }
    }

    @Override
    public Log create(SessionID sessionId) {
        return this;
    }

    /** What QuickFIX/J 1.6.2 asks for, whose interface has it too. */
    public Log create() {
        return this;
    }

    @Override
    public void onIncoming(String message) {}

    @Override
    public void onOutgoing(String message) {}

    @Override
    public void clear() {}
}
