package org.latencyprobes.jmh;

import java.nio.file.Files;
import java.nio.file.Path;
import org.openjdk.jmh.profile.ProfilerException;

/**
 * The options of the profiler.
 *
 * @param folder the folder of the benchmarks' folders, absolute
 * @param agent the value of {@code -javaagent}, or empty
 */
record ProfilerOptions(Path folder, String agent) {

    /**
     * Parses {@code name=value;name=value}.
     *
     * @throws ProfilerException if an option is not known, or the agent's jar is not there
     */
    static ProfilerOptions of(String text) throws ProfilerException {
        String folder = "";
        String agent = "";
        for (String option : text.split(";")) {
            if (option.startsWith("dir=")) {
                folder = option.substring("dir=".length());
            } else if (option.startsWith("agent=")) {
                agent = option.substring("agent=".length());
            } else if (!option.isBlank()) {
                throw new ProfilerException(
                        "no option of this profiler: \"" + option
                                + "\"; it takes dir=<folder> and agent=<jar> or agent=<jar>=<options>, separated by semicolons");
            }
        }
        Path jar = Path.of(agent.replaceFirst("=.*", ""));
        if (!agent.isEmpty() && !Files.isRegularFile(jar)) {
            throw new ProfilerException("agent=" + jar + ": there is no such file");
        }
        return new ProfilerOptions(Path.of(folder).toAbsolutePath(), agent);
    }
}
