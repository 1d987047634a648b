package org.latencyprobes.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AttachArgumentTest {

    private static final List<String> LONG = List.of("a".repeat(1_000));
    private static final Request REQUEST = new Request("probe", List.of("com.acme.Größe#a\tb", "\\n\n"));

    @Test
    void holdsAReplyFileAndARequest() {
        assertThat(AttachArgument.parse("reply=/tmp/a b\n" + REQUEST.text()))
                .isEqualTo(new AttachArgument("/tmp/a b", REQUEST));
    }

    @Test
    void aRequestThatIsLeftOutIsTheFirstLineOfTheReplyFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("reply"), REQUEST.text() + "progress\thalf\n");
        assertThat(AttachArgument.parse("reply=" + file + '\n'))
                .isEqualTo(new AttachArgument(file.toString(), REQUEST));
    }

    @Test
    void whatIsWrittenIsReadHoweverLongItIs(@TempDir Path folder) throws IOException {
        for (Request request : List.of(new Request("status", List.of()), REQUEST, new Request("probe", LONG))) {
            Path file = Files.createFile(
                    folder.resolve(request.command() + request.arguments().hashCode()));
            String text = AttachArgument.text("/opt/agent.jar", file.toString(), request, file);
            assertThat(text).startsWith("jar=/opt/agent.jar\n").hasSizeLessThan(1_000);
            assertThat(AttachArgument.parse(text.substring(text.indexOf('\n') + 1)))
                    .isEqualTo(new AttachArgument(file.toString(), request));
        }
    }

    @Test
    void withoutAnyRequestThereIsNone() {
        assertThat(AttachArgument.parse("reply=/no/such/file").request().command())
                .isEmpty();
        assertThat(AttachArgument.parse("").request().command()).isEmpty();
    }

    @Test
    void optionsAloneAreToAttach() {
        assertThat(AttachArgument.parse("options=jitter=off"))
                .isEqualTo(new AttachArgument(null, new Request("attach", List.of("jitter=off"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "reply=", "reply=\n", "reply=x", "\t\t\t", "\\", "\0", "rep", "options"})
    void whateverTheTextIsSomethingComesOut(String text) {
        assertThat(AttachArgument.parse(text).request().command()).isNotNull();
    }
}
