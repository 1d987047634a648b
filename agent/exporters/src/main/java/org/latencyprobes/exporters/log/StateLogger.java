package org.latencyprobes.exporters.log;

import org.latencyprobes.agent.backend.ExporterState;
import org.latencyprobes.agent.base.Log;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** A logger that tells warnings and errors to the exporter on whose thread they come, and drops everything else. Stateless. */
final class StateLogger extends LegacyAbstractLogger {

    private static final long serialVersionUID = 1L;

    StateLogger(String name) {
        this.name = name;
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level, Marker marker, String pattern, Object[] arguments, Throwable fault) {
        ExporterState state = ExporterState.ofThread();
        if (state != null && level.toInt() >= Level.WARN.toInt()) {
            String message = MessageFormatter.basicArrayFormat(pattern, arguments);
            state.warned(fault == null ? message : message + ": " + Log.describe(fault));
        }
    }

    @Override
    protected String getFullyQualifiedCallerName() {
        return StateLogger.class.getName();
    }

    @Override
    public boolean isTraceEnabled() {
        return false;
    }

    @Override
    public boolean isDebugEnabled() {
        return false;
    }

    @Override
    public boolean isInfoEnabled() {
        return false;
    }

    @Override
    public boolean isWarnEnabled() {
        return true;
    }

    @Override
    public boolean isErrorEnabled() {
        return true;
    }
}
