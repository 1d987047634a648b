package org.latencyprobes.exporters.log;

import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * The logging of the exporters' loader: SLF4J finds it there and nowhere else. So the agent wakes no logging of the JDK's or the
 * application's.
 */
public final class StateLoggerProvider implements SLF4JServiceProvider {

    private static final String API = "2.0.99";

    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter context = new NOPMDCAdapter();

    /** Made by SLF4J. */
    public StateLoggerProvider() {}

    @Override
    public ILoggerFactory getLoggerFactory() {
        return StateLogger::new;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return context;
    }

    @Override
    public String getRequestedApiVersion() {
        return API;
    }

    @Override
    public void initialize() {}
}
