package org.latencyprobes.agent.weave;

import java.io.IOException;
import java.lang.reflect.Method;

/** What the weaver needs of the agent. Several threads may call it, if they load the first classes with probes at once. */
@FunctionalInterface
public interface WeaverSupplier {

    /**
     * What links woven call sites.
     *
     * @return the bootstrap method
     * @throws ReflectiveOperationException if it cannot be found
     * @throws IOException if the agent's jar cannot be read
     */
    Method bootstrapMethod() throws ReflectiveOperationException, IOException;

    /**
     * Called when the application loads a runtime of its own, whose probes are to be found.
     *
     * @throws ReflectiveOperationException if it cannot be done
     * @throws IOException if the agent's jar cannot be read
     */
    default void beginHub() throws ReflectiveOperationException, IOException {}

    /** Called when the first class is there that may have a probe, once or some times: what its weaving and linking need can begin elsewhere. */
    default void beginWarmUp() {}

    /** Called before the first class of the application is woven. */
    default void beginProbing() {}
}
