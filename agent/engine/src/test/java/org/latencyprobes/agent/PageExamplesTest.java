package org.latencyprobes.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that the classes in the README and the page of the API compile as they stand there. */
final class PageExamplesTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final Pattern CODE = Pattern.compile("```java\\n(package .*?)```", Pattern.DOTALL);
    private static final Pattern TYPE = Pattern.compile("public final class (\\w+)");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"README.md, 1", "docs/api.md, 3"})
    void compileAsTheyStand(String page, int number) throws IOException {
        List<String> classes = CODE.matcher(Files.readString(ROOT.resolve(page)))
                .results()
                .map(block -> block.group(1))
                .toList();
        assertThat(classes).hasSize(number);
        for (String code : classes) {
            compile(code);
        }
    }

    private void compile(String code) throws IOException {
        Matcher type = TYPE.matcher(code);
        assertThat(type.find()).as(code).isTrue();
        Path source = Files.writeString(folder.resolve(type.group(1) + ".java"), code);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        List<String> arguments =
                List.of("-cp", System.getProperty("java.class.path"), "-d", folder.toString(), source.toString());
        int exitCode = compiler.run(null, said, said, arguments.toArray(new String[0]));
        assertThat(exitCode).as(said.toString(StandardCharsets.UTF_8)).isZero();
    }
}
