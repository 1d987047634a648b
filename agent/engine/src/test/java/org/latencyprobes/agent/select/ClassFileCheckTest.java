package org.latencyprobes.agent.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.ClassFiles;

final class ClassFileCheckTest {

    private static final int MOST = 8_000;

    @Test
    void findsNothingInTheClassesOfTheJdk() throws IOException {
        try (Stream<Path> files =
                Files.walk(FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules"))) {
            List<Path> classFiles = files.filter(file -> file.toString().endsWith(".class"))
                    .limit(MOST)
                    .toList();
            for (Path classFile : classFiles) {
                assertThat(ClassFileCheck.fault(Files.readAllBytes(classFile)))
                        .as("%s", classFile)
                        .isNull();
            }
            assertThat(classFiles).hasSize(MOST);
        }
    }

    @Test
    void findsNothingInTheClassesOfLibraries() throws IOException {
        int checked = 0;
        for (String entry : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
            if (entry.endsWith(".jar")) {
                checked += check(Path.of(entry));
            }
        }
        assertThat(checked).isGreaterThan(1_000);
    }

    private static int check(Path jar) throws IOException {
        int checked = 0;
        try (FileSystem content = FileSystems.newFileSystem(jar);
                Stream<Path> files = Files.walk(content.getPath("/"))) {
            for (Path classFile :
                    files.filter(file -> file.toString().endsWith(".class")).toList()) {
                assertThat(ClassFileCheck.fault(Files.readAllBytes(classFile)))
                        .as("%s in %s", classFile, jar)
                        .isNull();
                checked++;
            }
        }
        return checked;
    }

    @Test
    void findsThatSomethingIsMissingOrTooMuch() {
        byte[] whole = ClassFiles.of(ClassFileCheckTest.class);
        assertThat(ClassFileCheck.fault(whole)).isNull();
        assertThat(ClassFileCheck.fault(Arrays.copyOf(whole, whole.length + 1)))
                .isEqualTo("there is more behind its end");
        for (int length = 0; length < whole.length; length++) {
            assertThat(ClassFileCheck.fault(Arrays.copyOf(whole, length))).isNotNull();
        }
    }
}
