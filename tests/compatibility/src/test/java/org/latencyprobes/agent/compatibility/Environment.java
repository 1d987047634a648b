package org.latencyprobes.agent.compatibility;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What the build put at the tests' disposal. */
final class Environment {

    private static final Path AGENTS = Path.of("target", "agents").toAbsolutePath();

    private Environment() {}

    /** A version that the tests run with, from the pom. */
    static String version(String of) {
        return System.getProperty("version." + of);
    }

    /** The jar of another agent. */
    static Path agent(String name) {
        return AGENTS.resolve(name + ".jar");
    }

    /** The class path of an application. */
    static Path[] classPath(String of) {
        try {
            String path = Files.readString(Path.of("..", "compatibility-" + of, "target", "class-path"));
            return Stream.of(path.split(File.pathSeparator)).map(Path::of).toArray(Path[]::new);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A class of the same package that only its neighbours may name. */
    static Class<?> besides(Class<?> type, String simpleName) {
        try {
            return Class.forName(type.getPackageName() + '.' + simpleName, false, type.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
