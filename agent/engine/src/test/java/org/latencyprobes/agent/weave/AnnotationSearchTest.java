package org.latencyprobes.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where annotations are found. */
final class AnnotationSearchTest {

    private static final String CLASS = "org/latencyprobes/annotation/Probe.class";

    @TempDir
    private Path folder;

    private String jar(String classPath, String... entries) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (!classPath.isEmpty()) {
            manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        }
        Path file = folder.resolve("application.jar");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            for (String entry : entries) {
                jar.putNextEntry(new JarEntry(entry));
            }
        }
        return file.toString();
    }

    private static String path(Object... entries) {
        StringBuilder path = new StringBuilder();
        for (Object entry : entries) {
            path.append(path.isEmpty() ? "" : File.pathSeparator).append(entry);
        }
        return path.toString();
    }

    @Test
    void byTheNameOfTheirJar() {
        assertThat(AnnotationSearch.finds(path("a.jar", "/lib/latency-probes-annotations-0.1.0.jar")))
                .isTrue();
    }

    @Test
    void inAFolder() throws IOException {
        assertThat(AnnotationSearch.finds(path("a.jar", folder))).isFalse();
        Files.createDirectories(folder.resolve(CLASS).getParent());
        Files.createFile(folder.resolve(CLASS));
        assertThat(AnnotationSearch.finds(path("a.jar", folder))).isTrue();
    }

    @Test
    void inAJarThatHoldsJars() throws IOException {
        assertThat(AnnotationSearch.finds(jar("", "BOOT-INF/lib/latency-probes-annotations-0.1.0.jar")))
                .isTrue();
    }

    @Test
    void inAJarThatHoldsTheClass() throws IOException {
        assertThat(AnnotationSearch.finds(jar("", "com/acme/Main.class", CLASS)))
                .isTrue();
    }

    @Test
    void inTheClassPathOfAJar() throws IOException {
        assertThat(AnnotationSearch.finds(jar("lib/a.jar lib/latency-probes-annotations-0.1.0.jar")))
                .isTrue();
    }

    @Test
    void notWhereTheyAreNot() throws IOException {
        assertThat(AnnotationSearch.finds(jar("lib/a.jar", "com/acme/Main.class")))
                .isFalse();
        assertThat(AnnotationSearch.finds("")).isFalse();
        assertThat(AnnotationSearch.finds(folder.resolve("absent.jar").toString()))
                .isFalse();
        assertThat(AnnotationSearch.finds(
                        Files.writeString(folder.resolve("no.jar"), "no jar").toString()))
                .isFalse();
    }
}
