package org.latencyprobes.analysis.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The processor of this machine, for the head of a page. Stateless. */
public final class Processor {

    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    private Processor() {}

    /**
     * The name of the model.
     *
     * @return such as {@code AMD EPYC}; where Linux does not give one, the architecture
     */
    public static String name() {
        try {
            return Files.readAllLines(CPU_INFO).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException notLinux) {
            return System.getProperty("os.arch");
        }
    }
}
