package org.latencyprobes.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IsolatedClassLoaderTest {

    @TempDir
    private Path folder;

    private Path jar;
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
        byte[] first =
                Zips.zip(Map.of("file.txt", bytes("first"), nameOf(Inside.class) + ".class", classFile(Inside.class)));
        byte[] second = Zips.zip(Map.of("file.txt", bytes("second"), "other.txt", bytes("other")));
        byte[] apart = Zips.zip(Map.of("file.txt", bytes("apart")));
        jar = folder.resolve("agent.jar");
        Files.write(
                jar,
                Zips.stored(Map.of(
                        "inst/first.jar", first,
                        "inst/second.jar", second,
                        "inst/apart.jar", apart,
                        "inst/file.txt", bytes("in no jar"))));
        loader = new IsolatedClassLoader(jar.toFile(), "first.jar", "absent.jar", "second.jar");
    }

    @AfterEach
    void close() throws IOException {
        loader.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
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
    void itsFilesAreThoseOfTheJarsOnItsPathTheFirstOfAName() throws IOException {
        assertThat(loader.getResourceAsStream("file.txt")).hasContent("first");
        assertThat(loader.getResourceAsStream("other.txt")).hasContent("other");
        assertThat(loader.getResourceAsStream("absent.txt")).isNull();
        try (InputStream type = loader.getResourceAsStream(nameOf(Inside.class) + ".class")) {
            assertThat(type.readAllBytes()).isEqualTo(classFile(Inside.class));
        }
    }

    @Test
    void filesOfItsOtherJarsAreNamedWithTheJar() {
        assertThat(loader.getResourceAsStream("apart.jar!/file.txt")).hasContent("apart");
        assertThat(loader.getResourceAsStream("apart.jar!/absent.txt")).isNull();
        assertThat(loader.getResourceAsStream("absent.jar!/file.txt")).isNull();
    }

    @Test
    void goesOnWithTheJarThatItOpenedWhenAnotherTakesItsPlace() throws Exception {
        Path next = Files.write(folder.resolve("next.jar"), Zips.stored(Map.of("inst/first.jar", bytes("nothing"))));
        Files.move(next, jar, StandardCopyOption.REPLACE_EXISTING);
        assertThat(loader.loadClass(Inside.class.getName()).getClassLoader()).isSameAs(loader);
        assertThat(loader.getResourceAsStream("other.txt")).hasContent("other");
    }

    @Test
    void findsNothingInAJarThatIsOverwritten() throws IOException {
        Files.write(jar, new byte[(int) Files.size(jar)]);
        assertThatExceptionOfType(ClassNotFoundException.class)
                .isThrownBy(() -> loader.loadClass(Inside.class.getName()))
                .havingCause()
                .withMessageContaining("overwritten");
        assertThat(loader.getResourceAsStream("file.txt")).isNull();
    }

    @Test
    void findsNothingMoreWhenClosed() throws IOException {
        loader.close();
        assertThatExceptionOfType(ClassNotFoundException.class)
                .isThrownBy(() -> loader.loadClass(Inside.class.getName()));
        assertThat(loader.getResourceAsStream("file.txt")).isNull();
    }

    /** What a security manager's policy grants the agent's jar. */
    @Test
    void itsClassesHaveTheLaunchersRights() throws ClassNotFoundException {
        assertThat(loader.loadClass(Inside.class.getName()).getProtectionDomain())
                .isSameAs(Launcher.class.getProtectionDomain());
    }
}
