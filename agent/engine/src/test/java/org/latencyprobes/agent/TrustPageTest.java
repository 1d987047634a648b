package org.latencyprobes.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The tests that {@code docs/trust.md} names are there. */
final class TrustPageTest {

    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final Pattern NAMED = Pattern.compile("`(\\w+(?:Test|IT))#(\\w+)`");
    private static final int FEWEST = 20;

    @Test
    void eachTestThatItNamesIsThere() throws IOException {
        Map<String, String> sources = testSources();
        Matcher named = NAMED.matcher(Files.readString(ROOT.resolve("docs/trust.md")));
        int count = 0;
        for (; named.find(); count++) {
            assertThat(sources).containsKey(named.group(1));
            assertThat(sources.get(named.group(1))).as(named.group()).contains(" void " + named.group(2) + "(");
        }
        assertThat(count).isGreaterThan(FEWEST);
    }

    /** By the class's simple name. */
    private static Map<String, String> testSources() throws IOException {
        Map<String, String> sources = new HashMap<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                boolean isSkipped = folder.endsWith("target") || folder.endsWith(".git") || folder.endsWith("src/main");
                return isSkipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String name = file.getFileName().toString();
                if (name.endsWith("Test.java") || name.endsWith("IT.java")) {
                    sources.put(name.replace(".java", ""), Files.readString(file));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return sources;
    }
}
