package org.latencyprobes.agent.backend;

/**
 * A class loader that joins the agent to the Micrometer of an application. It defines the classes of ours that use Micrometer again,
 * against the application's version. All else is the agent's. There is one for each class loader of the application that has a Micrometer.
 * The agent refers to it weakly, so that it goes with the application.
 */
final class BridgeLoader extends ClassLoader {

    static {
        registerAsParallelCapable();
    }

    private static final String[] APPLICATIONS = {
        "io.micrometer.", "io.prometheus.", "io.opentelemetry.", "com.google.protobuf."
    };
    private static final String[] DEFINED_HERE = {"org.latencyprobes.micrometer.", "org.latencyprobes.bridge."};

    private final BackendsJar jar;
    private final ClassLoader application;

    BridgeLoader(ClassLoader agents, ClassLoader application) {
        super("latency-probes-bridge", agents);
        this.jar = new BackendsJar(agents);
        this.application = application;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (startsWithAny(name, APPLICATIONS)) {
            return Class.forName(name, false, application);
        }
        return super.loadClass(name, resolve);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (!startsWithAny(name, DEFINED_HERE)) {
            throw new ClassNotFoundException(name);
        }
        byte[] bytes = jar.classFile(name);
        return defineClass(name, bytes, 0, bytes.length, BridgeLoader.class.getProtectionDomain());
    }

    private static boolean startsWithAny(String name, String[] prefixes) {
        for (String prefix : prefixes) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }
}
