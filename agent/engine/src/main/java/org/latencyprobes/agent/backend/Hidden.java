package org.latencyprobes.agent.backend;

import java.io.IOException;
import java.io.InputStream;

/** Files of the agent's jar that the agent's own loader has, under a folder where it does not take them for its own classes. */
final class Hidden {

    private static final String FOLDER = "backends/";

    private final ClassLoader agents;

    Hidden(ClassLoader agents) {
        this.agents = agents;
    }

    /** Null if there is no such file. */
    InputStream open(String name) {
        return agents.getResourceAsStream(FOLDER + name);
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
