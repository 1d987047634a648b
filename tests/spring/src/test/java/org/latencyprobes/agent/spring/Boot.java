package org.latencyprobes.agent.spring;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.spring.fixture.Host;

/** The Spring Boot that an application runs with, each with its own Micrometer and Prometheus client. */
enum Boot {
    BOOT3,
    BOOT4;

    /** Starts are most of what is done here. */
    private static final String QUICK = "-XX:TieredStopAtLevel=1";

    /** Soft references hold nothing for longer than to the next collection. */
    private static final String FORGETFUL = "-XX:SoftRefLRUPolicyMSPerMB=0";

    /** Spring Boot 4, and both where no tag is excluded: for classes beside {@link WebApplicationIT}, which runs on both in any case. */
    static Stream<Boot> ofThisTier() {
        boolean isNightly = System.getProperty("test.excluded.tag", "").isEmpty();
        return isNightly ? Stream.of(values()) : Stream.of(BOOT4);
    }

    /** The version that the root's pom names. */
    String version() {
        return System.getProperty("version." + folder());
    }

    private String folder() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The jars that Maven resolved for an application of this version. */
    Stream<Path> jars() {
        try {
            String path = Files.readString(Path.of("..", "spring-" + folder(), "target", "class-path"));
            return Stream.of(path.split(File.pathSeparator)).map(Path::of);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The application as one executable jar in a folder. */
    ForkedJvm executableJar(Path folder) {
        return ForkedJvm.ofJar(ExecutableJar.of(this, folder.resolve(name() + ".jar")))
                .flags(QUICK);
    }

    /** The application with everything on its class path. */
    ForkedJvm application() {
        return application(name -> true);
    }

    /** The application with the jars of these names. */
    ForkedJvm application(Predicate<String> jarNames) {
        Path[] jars = jars().filter(jar -> jarNames.test(jar.getFileName().toString()))
                .toArray(Path[]::new);
        return ForkedJvm.of(Host.class.getName())
                .classPath(jars)
                .addClassPath(ForkedJvm.homeOf(Host.class))
                .flags(QUICK)
                .flags(FORGETFUL);
    }
}
