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

final class EnvelopeTest {

    private static final Request REQUEST = new Request("probe", List.of("com.acme.Größe#a\tb", "\\n\n"));

    @Test
    void holdsAReplyFileAndARequest() {
        assertThat(Envelope.open("reply=/tmp/a b\n" + REQUEST.text())).isEqualTo(new Envelope("/tmp/a b", REQUEST));
    }

    @Test
    void aRequestThatIsLeftOutIsTheFirstLineOfTheReplyFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("reply"), REQUEST.text() + "progress\thalf\n");
        assertThat(Envelope.open("reply=" + file + '\n')).isEqualTo(new Envelope(file.toString(), REQUEST));
    }

    @Test
    void withoutAnyRequestThereIsNone() {
        assertThat(Envelope.open("reply=/no/such/file").request().command()).isEmpty();
        assertThat(Envelope.open("").request().command()).isEmpty();
    }

    @Test
    void optionsAloneAreToAttach() {
        assertThat(Envelope.open("options=jitter=off"))
                .isEqualTo(new Envelope(null, new Request("attach", List.of("jitter=off"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "reply=", "reply=\n", "reply=x", "\t\t\t", "\\", "\0", "rep", "options"})
    void whateverTheTextIsSomethingComesOut(String text) {
        assertThat(Envelope.open(text).request().command()).isNotNull();
    }
}
