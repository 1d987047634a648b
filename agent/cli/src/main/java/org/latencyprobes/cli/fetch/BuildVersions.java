package org.latencyprobes.cli.fetch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Properties;

/** The versions of libraries that this build was made with. */
final class BuildVersions {

    private static final Properties VERSIONS = read();

    private BuildVersions() {}

    private static Properties read() {
        Properties versions = new Properties();
        try (InputStream content = BuildVersions.class
                .getClassLoader()
                .getResourceAsStream(BuildVersions.class.getPackageName().replace('.', '/') + "/versions.properties")) {
            versions.load(content);
            return versions;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The versions of Micrometer, the best first. */
    static List<String> ofMicrometer() {
        return List.of(VERSIONS.getProperty("micrometer").split(" "));
    }

    static String ofPlugin() {
        return VERSIONS.getProperty("maven-dependency-plugin");
    }
}
