package org.latencyprobes.agent.backend;

import java.util.function.Supplier;
import org.latencyprobes.agent.option.BackendSpec;
import org.latencyprobes.internal.histogram.CountsReader;

/** A factory of exporters. The one implementation is behind {@link BundledLoader}. */
public interface ExporterFactory {

    /** The identity of this agent, for backends that tell JVMs apart by it. A backend that is opened again has the same, and its totals go on. */
    String INSTANCE = InstanceId.newId();

    /**
     * Opens one.
     *
     * @param spec what is asked for
     * @param state is told how it goes
     * @param baseline where it begins, if it is sent differences; asked for while it is opened, by such a one alone
     * @param loader has its classes
     * @return the backend, at work
     * @throws java.io.IOException if it may well succeed later
     * @throws Exception if it cannot succeed unless something is changed
     */
    Exporter open(BackendSpec spec, ExporterState state, Supplier<CountsReader> baseline, ClassLoader loader)
            throws Exception;

    /** Called when no backend is open any more, and before this class's loader is given up. */
    void end();
}
