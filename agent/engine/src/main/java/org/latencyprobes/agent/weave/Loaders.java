package org.latencyprobes.agent.weave;

/** Class loaders, told apart without calling any of their methods: those are the application's code. */
final class Loaders {

    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
    private static final ClassLoader SYSTEM = ClassLoader.getSystemClassLoader();

    private static final Class<?> AGENTS = Loaders.class.getClassLoader().getClass();

    /** Where the loaders of backends are. */
    static final String BACKENDS = "org.latencyprobes.agent.backend.";

    private Loaders() {}

    /** This agent's and those of its backends, or of one that has left and is not collected yet. */
    static boolean isAgents(ClassLoader loader) {
        return loader != null
                && (loader.getClass() == AGENTS || loader.getClass().getName().startsWith(BACKENDS));
    }

    static boolean isJdk(ClassLoader loader) {
        return loader == null || loader == PLATFORM;
    }

    /** As people tell it. */
    static String describe(ClassLoader loader) {
        if (loader == null) {
            return "bootstrap";
        }
        if (loader == PLATFORM) {
            return "platform";
        }
        return loader == SYSTEM
                ? "app"
                : loader.getClass().getName() + '@' + Integer.toHexString(System.identityHashCode(loader));
    }
}
