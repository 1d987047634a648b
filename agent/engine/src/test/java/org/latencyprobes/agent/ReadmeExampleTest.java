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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the annotated class in the README compiles as it stands there. */
final class ReadmeExampleTest {

    private static final Path README = Path.of("..", "..", "README.md");
    private static final Pattern CODE = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern TYPE = Pattern.compile("public final class (\\w+)");

    @TempDir
    private Path folder;

    @Test
    void compilesAsItStands() throws IOException {
        String code = CODE.matcher(Files.readString(README))
                .results()
                .map(block -> block.group(1))
                .filter(block -> block.contains("@Probe("))
                .findFirst()
                .orElseThrow();
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
