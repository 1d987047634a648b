package org.latencyprobes.agent.kit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * The servers and browsers for tests that {@code .ci/servers} installs.
 *
 * <p>A test whose program is missing says so aloud and is skipped; where {@code LATENCYPROBES_SERVERS_REQUIRED} is {@code true},
 * as in continuous integration, it fails.
 */
public final class InstalledPrograms {

    private static final Map<String, String> ENVIRONMENT = System.getenv();

    private InstalledPrograms() {}

    /** The program of that name. */
    public static Path program(String name) {
        for (Path folder : folders()) {
            Path program = folder.resolve(name);
            if (Files.isExecutable(program)) {
                return program;
            }
        }
        String missing = "no " + name + " on this machine: .ci/servers installs it";
        if ("true".equals(ENVIRONMENT.get("LATENCYPROBES_SERVERS_REQUIRED"))) {
            throw new AssertionError(missing);
        }
        System.err.println("\n######## NOT TESTED: " + missing + " ########\n");
        return Assumptions.abort(missing);
    }

    private static List<Path> folders() {
        List<Path> folders = new ArrayList<>(List.of(cache()));
        Stream.of(ENVIRONMENT.getOrDefault("PATH", "").split(":")).map(Path::of).forEach(folders::add);
        folders.addAll(List.of(Path.of("/usr/sbin"), Path.of("/sbin")));
        return folders;
    }

    private static Path cache() {
        String given = ENVIRONMENT.get("LATENCYPROBES_SERVERS");
        if (given != null) {
            return Path.of(given);
        }
        String caches = ENVIRONMENT.get("XDG_CACHE_HOME");
        Path root = caches == null ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(caches);
        return root.resolve("latency-probes").resolve("servers");
    }
}
