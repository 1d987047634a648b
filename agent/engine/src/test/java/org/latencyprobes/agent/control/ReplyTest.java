package org.latencyprobes.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReplyTest {

    @TempDir
    private Path folder;

    @Test
    void aReplyIsAppendedWithProgressBeforeTheAnswer() throws Exception {
        Path file = Files.createFile(folder.resolve("reply"));
        Reply reply = new Reply(file.toString());
        reply.accept("half way");
        String text = reply.end(new Answer().say("done"));
        assertThat(file).hasContent("progress\thalf way\n" + text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\0", "/missing/folder/file"})
    void aFileThatCannotBeWrittenHurtsNobody(String path) {
        Reply reply = new Reply(path);
        reply.accept("half way");
        assertThat(reply.end(new Answer().say("done"))).contains("done");
    }
}
