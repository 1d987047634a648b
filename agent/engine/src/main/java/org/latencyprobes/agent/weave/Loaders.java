package org.latencyprobes.agent.weave;

/** Class loaders, told apart without calling any of their methods: those are the application's code. */
final class Loaders {

    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
    private static final ClassLoader SYSTEM = ClassLoader.getSystemClassLoader();

    /** By name: a launcher that another loader has has another class of it. */
    private static final String AGENTS =
            Loaders.class.getClassLoader().getClass().getName();

    /** Where the loaders of backends are. */
    static final String BACKENDS = "org.latencyprobes.agent.backend.";

    /** Where that loader is which an agent needs for its start. */
    static final String START = "org.latencyprobes.agent.base.";

    private Loaders() {}

    /** This agent's and those that it makes, or of one that has left and is not collected yet. */
    static boolean isAgents(ClassLoader loader) {
        if (loader == null) {
            return false;
        }
        String type = loader.getClass().getName();
        return type.equals(AGENTS) || type.startsWith(BACKENDS) || type.startsWith(START);
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
