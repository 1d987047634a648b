package org.latencyprobes.demo.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ChildJvmTest {

    private static final String SLEEPS = "sleep 1000 & echo $$ > $0/pids; echo $! >> $0/pids; wait";

    private final ChildJvm child;
    private final AtomicReference<Path> scratch = new AtomicReference<>();

    ChildJvmTest() throws IOException {
        child = new ChildJvm();
    }

    @Tag("full")
    @Test
    void closingLeavesNoProcessAndNoFolder() throws IOException {
        start("sh", "-c", SLEEPS);
        Path pids = scratch.get().resolve("pids");
        await().atMost(Duration.ofMinutes(2))
                .until(() -> Files.exists(pids) && Files.readAllLines(pids).size() == 2);
        List<Long> started =
                Files.readAllLines(pids).stream().map(Long::valueOf).toList();

        child.close();

        await().atMost(Duration.ofMinutes(2)) // for init to take note of the second one's end
                .until(() ->
                        started.stream().noneMatch(pid -> ProcessHandle.of(pid).isPresent()));
        assertThat(scratch.get()).doesNotExist();
    }

    @Test
    void nothingStaysOfWhatCouldNotBeStarted() {
        assertThatThrownBy(() -> start("no-such-program")).isInstanceOf(IOException.class);

        child.close();

        assertThat(scratch.get()).isNotNull().doesNotExist();
    }

    /** An interrupt while the child is being started runs the shutdown hook. */
    @Test
    void anEndThatComesWhileItStartsEndsItToo() throws Exception {
        Thread hook = new Thread(child::end);

        child.start(
                folder -> {
                    scratch.set(folder);
                    hook.start();
                    await().atMost(Duration.ofMinutes(2)).until(() -> hook.getState() == Thread.State.BLOCKED);
                    return List.of("sleep", "1000");
                },
                Redirect.DISCARD);
        hook.join();

        assertThat(child.await()).isNotZero();
        assertThat(scratch.get()).doesNotExist();
        child.close();
    }

    @Test
    void itsInputHasNothingAndDoesNotEnd() throws Exception {
        start("sh", "-c", "cat; echo ended > $0/ended");

        assertThat(child.await(0, passedMillis -> {})).isEqualTo(ChildJvm.ENDED_BY_RUNNER);
        assertThat(scratch.get().resolve("ended")).doesNotExist();
        child.close();
    }

    private void start(String... command) throws IOException {
        child.start(
                folder -> {
                    scratch.set(folder);
                    return Stream.concat(Stream.of(command), Stream.of(folder.toString()))
                            .toList();
                },
                Redirect.DISCARD);
    }
}
