package org.latencyprobes.demo.common;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;

/** The agent's jar among the libraries that this program is delivered with. */
final class AgentJar {

    private static final String NAME = "latency-probes-agent.jar";

    private AgentJar() {}

    /** Finds it from the program's own class path: in {@code lib} beside its jar, or in the folder of its libraries. */
    public static Path beside() {
        Path own = Path.of(System.getProperty("java.class.path").split(File.pathSeparator)[0])
                .toAbsolutePath();
        Path beside = own.resolveSibling("lib").resolve(NAME);
        return Files.exists(beside) ? beside : own.resolveSibling(NAME);
    }
}
