package org.latencyprobes.demo.common.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnCpuTimeTest {

    @TempDir
    private Path threads;

    private final AtomicLong count = new AtomicLong(70_000_000);

    private void thread(String id, long nanos) throws IOException {
        Files.writeString(Files.createDirectories(threads.resolve(id)).resolve("schedstat"), nanos + " 5 7\n");
    }

    @Test
    void isTheSumOfTheThreadsWhereTheJvmsCountDoesNotContradictIt() throws IOException {
        thread("1", 1_000);
        OwnCpuTime time = new OwnCpuTime(threads, count::get);
        thread("1", 1_000 + 60_000_001);
        thread("2", 1_000_000);
        count.addAndGet(50_000_000);

        assertThat(time.nanos()).isEqualTo(61_000_001);
    }

    @Test
    void isNearTheJvmsCountWhereThreadsHaveEnded() throws IOException {
        thread("1", 1_000);
        OwnCpuTime time = new OwnCpuTime(threads, count::get);
        Files.delete(threads.resolve("1/schedstat"));
        count.addAndGet(50_000_000);

        assertThat(time.nanos()).isEqualTo(30_000_000);
    }

    @Test
    void countsFromItsBeginning() throws IOException {
        thread("1", 1_000);
        OwnCpuTime time = new OwnCpuTime(threads, count::get);
        thread("1", 9_000_000);
        time.begin();

        assertThat(time.nanos()).isZero();
    }

    @Test
    void holdsWhatThisJvmUses() {
        OwnCpuTime time = new OwnCpuTime();

        await().atMost(Duration.ofMinutes(2)).pollInSameThread().until(() -> {
            for (int i = 0; i < 1_000_000; i++) {
                Thread.onSpinWait();
            }
            return time.nanos() > 0;
        });
    }
}
