package org.latencyprobes.cli.fetch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Properties;

/** Versions that this build was made with. */
final class Versions {

    private static final Properties VERSIONS = read();

    private Versions() {}

    private static Properties read() {
        Properties versions = new Properties();
        try (InputStream content = Versions.class
                .getClassLoader()
                .getResourceAsStream(Versions.class.getPackageName().replace('.', '/') + "/versions.properties")) {
            versions.load(content);
            return versions;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of Micrometer, the best first. */
    static List<String> ofMicrometer() {
        return List.of(VERSIONS.getProperty("micrometer").split(" "));
    }

    static String ofPlugin() {
        return VERSIONS.getProperty("maven-dependency-plugin");
    }
}
