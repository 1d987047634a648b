package org.latencyprobes.agent.base;

import java.security.AccessController;
import java.security.AllPermission;
import java.security.PrivilegedAction;
import java.util.function.Supplier;

/**
 * The agent's own rights, where a security manager asks for those of all callers. Classes without any load and are linked on threads of theirs,
 * and what the agent does then is none of their work. Stateless.
 */
@SuppressWarnings("removal") // JVMs before 24 can have a security manager
public final class OwnRights {

    private OwnRights() {}

    /**
     * Whether a security manager is there.
     *
     * @return false in nearly every JVM
     */
    public static boolean areAskedFor() {
        return System.getSecurityManager() != null;
    }

    /**
     * Does the agent's work, whoever calls. It must run no code of the caller's.
     *
     * @param <T> of the result
     * @param work is done at once
     * @return its result
     */
    public static <T> T with(Supplier<T> work) {
        return AccessController.doPrivileged((PrivilegedAction<T>) work::get);
    }

    /**
     * Requires that all callers have all rights, as the agent has.
     *
     * @throws SecurityException if one has not
     */
    public static void require() {
        if (areAskedFor()) {
            System.getSecurityManager().checkPermission(new AllPermission());
        }
    }
}
