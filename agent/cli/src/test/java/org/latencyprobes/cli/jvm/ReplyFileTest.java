package org.latencyprobes.cli.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.latencyprobes.agent.control.Column.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.Request;

final class ReplyFileTest {

    @TempDir
    private Path folder;

    private final List<String> told = new ArrayList<>();
    private Path file;
    private ReplyFile progress;

    @BeforeEach
    void create() throws IOException {
        file = Files.createFile(folder.resolve("reply"));
        progress = new ReplyFile(file, told::add);
    }

    private void write(String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.APPEND);
    }

    @Test
    void tellsWholeLinesOnceAndInOrder() throws IOException {
        assertThat(progress.read()).isFalse();
        write("progress\t10 of 20 classes\nprogr");
        assertThat(progress.read()).isTrue();
        assertThat(progress.read()).isFalse();
        write("ess\t20 of 20 größe\n");
        assertThat(progress.read()).isTrue();
        assertThat(told).containsExactly("10 of 20 classes", "20 of 20 größe");
    }

    @Test
    void theAnswerStandsBehindTheRequestAndTheProgress() throws IOException {
        write(new Request("probe", List.of("a.B#c")).text());
        write("progress\thalf\n");
        write(new Answer().say("done").table("t", text("a")).row("x").text());
        Answer answer = progress.answer();
        assertThat(answer.sentences()).containsExactly("done");
        assertThat(answer.tables()).hasSize(1);
        assertThat(told).containsExactly("half");
    }

    @Test
    void whatWasCutShortIsNoAnswer() throws IOException {
        write("progress\thalf\n");
        assertThatThrownBy(progress::answer).isInstanceOf(IllegalArgumentException.class);
    }
}
