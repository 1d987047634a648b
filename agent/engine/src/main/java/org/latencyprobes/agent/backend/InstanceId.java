package org.latencyprobes.agent.backend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** The making of identities that no other agent has. The JDK's own way would initialise random numbers for security. Stateless. */
final class InstanceId {

    private static final Path KERNELS = Path.of("/proc/sys/kernel/random/uuid");

    private InstanceId() {}

    static String newId() {
        try {
            return Files.readString(KERNELS).strip();
        } catch (IOException noLinux) {
            long process = ProcessHandle.current().pid() << Integer.SIZE ^ System.identityHashCode(KERNELS);
            return new UUID(System.currentTimeMillis() ^ process, System.nanoTime()).toString();
        }
    }
}
