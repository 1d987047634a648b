package org.latencyprobes.exporters.log;

import org.latencyprobes.agent.backend.ExporterState;

/**
 * What protobuf gets for the JDK's logger, with the methods that it calls: warnings go to the exporter on whose thread they come.
 * {@code BundledLoader} puts it in.
 */
public final class JdkLogger {

    private static final JdkLogger ONLY = new JdkLogger();

    private JdkLogger() {}

    /**
     * As that of the JDK.
     *
     * @param name of no consequence
     * @return a logger
     */
    public static JdkLogger getLogger(String name) {
        return ONLY;
    }

    /**
     * As that of the JDK.
     *
     * @param message for people
     */
    public void warning(String message) {
        ExporterState state = ExporterState.ofThread();
        if (state != null) {
            state.warned(message);
        }
    }

    /**
     * As that of the JDK.
     *
     * @param level a warning's, always
     * @param message for people
     */
    public void log(JdkLevel level, String message) {
        warning(message);
    }
}
