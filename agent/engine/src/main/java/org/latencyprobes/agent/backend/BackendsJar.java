package org.latencyprobes.agent.backend;

import java.io.IOException;
import java.io.InputStream;

/**
 * The jar, within the agent's jar, that holds the files that exporters need. The agent's own loader reads it, but takes no class of its own
 * from it.
 */
final class BackendsJar {

    private static final String JAR = "backends.jar!/";

    private final ClassLoader agents;

    BackendsJar(ClassLoader agents) {
        this.agents = agents;
    }

    /** Null if there is no such file. */
    InputStream open(String name) {
        return agents.getResourceAsStream(JAR + name);
    }

    byte[] classFile(String className) throws ClassNotFoundException {
        try (InputStream content = open(className.replace('.', '/') + ".class")) {
            if (content == null) {
                throw new ClassNotFoundException(className);
            }
            return content.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(className, e);
        }
    }
}
