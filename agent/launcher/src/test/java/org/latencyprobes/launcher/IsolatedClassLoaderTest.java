package org.latencyprobes.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IsolatedClassLoaderTest {

    @TempDir
    private Path folder;

    private IsolatedClassLoader loader;

    /** In the jar, as the agent's classes are. */
    public static final class Inside implements Callable<Object> {

        public Inside() {}

        @Override
        public Object call() {
            return getClass().getClassLoader();
        }
    }

    @BeforeEach
    void makeJar() throws IOException {
        Path jar = folder.resolve("agent.jar");
        try (OutputStream content = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(content)) {
            add(entries, "inst/" + nameOf(Inside.class) + ".classdata", classFile(Inside.class));
            add(entries, "inst/file.txt", "inside".getBytes());
            add(entries, "outside.txt", "outside".getBytes());
        }
        loader = new IsolatedClassLoader(jar.toFile());
    }

    private static void add(JarOutputStream jar, String name, byte[] content) throws IOException {
        jar.putNextEntry(new ZipEntry(name));
        jar.write(content);
        jar.closeEntry();
    }

    private static String nameOf(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    private static byte[] classFile(Class<?> type) throws IOException {
        try (InputStream content = type.getResourceAsStream('/' + nameOf(type) + ".class")) {
            return content.readAllBytes();
        }
    }

    @Test
    void itsClassesAreCopiesOfItsOwn() throws Exception {
        Class<?> copy = loader.loadClass(Inside.class.getName());
        assertThat(copy).isNotEqualTo(Inside.class);
        assertThat(((Callable<?>) copy.getDeclaredConstructor().newInstance()).call())
                .isSameAs(loader);
    }

    @Test
    void theApplicationsClassesAreOutOfItsSight() {
        assertThatExceptionOfType(ClassNotFoundException.class)
                .isThrownBy(() -> loader.loadClass(IsolatedClassLoaderTest.class.getName()));
        assertThatExceptionOfType(ClassNotFoundException.class)
                .isThrownBy(() -> loader.loadClass(Test.class.getName()));
    }

    @Test
    void theWholeJdkIsInItsSight() throws ClassNotFoundException {
        assertThat(loader.loadClass("java.util.List")).isSameAs(java.util.List.class);
        assertThat(loader.loadClass("java.sql.Driver").getClassLoader()).isSameAs(ClassLoader.getPlatformClassLoader());
    }

    @Test
    void itsFilesAreThoseOfItsFolderWithClassesUnderTheirUsualNames() throws IOException {
        try (InputStream file = loader.getResourceAsStream("file.txt");
                InputStream type = loader.getResourceAsStream(nameOf(Inside.class) + ".class")) {
            assertThat(file).hasContent("inside");
            assertThat(type.readAllBytes()).isEqualTo(classFile(Inside.class));
        }
        assertThat(loader.getResourceAsStream("outside.txt")).isNull();
    }

    /** What a security manager's policy grants the agent's jar. */
    @Test
    void itsClassesHaveTheLaunchersRights() throws ClassNotFoundException {
        assertThat(loader.loadClass(Inside.class.getName()).getProtectionDomain())
                .isSameAs(Launcher.class.getProtectionDomain());
    }
}
