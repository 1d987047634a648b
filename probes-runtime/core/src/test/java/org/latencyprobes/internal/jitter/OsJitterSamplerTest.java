package org.latencyprobes.internal.jitter;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.latencyprobes.Readings;
import org.latencyprobes.histogram.IntervalReader;

class OsJitterSamplerTest {

    private static final String THREAD = "latency-probes-os-jitter";
    private static final int NO_SUCH_CPU = 1_000_000;

    /** CPU time in which it has read the clock some hundred thousand times. */
    private static final long LOOKED_NANOS = 20_000_000;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final IntervalReader reader = new IntervalReader();

    @Test
    void recordsGapsAsJitter() {
        reader.read();
        try (OsJitterSampler sampler = OsJitterSampler.start(1, OsJitterSampler.NOT_PINNED)) {
            assertThat(sampler).isNotNull();
            await().atMost(1, MINUTES).until(() -> Sampling.jitterCount(OsJitterSampler.PROBE, reader) > 1_000);
        }
    }

    @Test
    void recordsNoGapBelowThreshold() {
        try (OsJitterSampler sampler = OsJitterSampler.start(50_000, OsJitterSampler.NOT_PINNED)) {
            assertThat(sampler).isNotNull();
            reader.read();
            Thread thread = Sampling.thread(THREAD).orElseThrow();
            await().atMost(5, MINUTES).until(() -> THREADS.getThreadCpuTime(thread.getId()) > LOOKED_NANOS);
        }
        assertThat(Readings.of(OsJitterSampler.PROBE, reader.read()))
                .allSatisfy(interval ->
                        assertThat(interval.histogram().getMinValue()).isGreaterThan(49_000));
    }

    @Test
    void leavesNoThreadBehind() {
        OsJitterSampler sampler = OsJitterSampler.start(1_000, OsJitterSampler.NOT_PINNED);
        assertThat(Sampling.thread(THREAD)).isPresent();
        sampler.close();
        assertThat(Sampling.thread(THREAD)).isEmpty();
    }

    @Test
    void refusesThresholdThatIsNotAboveZero() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OsJitterSampler.start(0, OsJitterSampler.NOT_PINNED))
                .withMessageContaining("above 0 ns, not 0");
    }

    @Test
    void cpuThatIsNotThereIsSaidSo() {
        assertThatIllegalStateException()
                .isThrownBy(() -> OsJitterSampler.start(1_000, NO_SUCH_CPU))
                .withMessageStartingWith("cannot pin to CPU " + NO_SUCH_CPU);
        await().atMost(1, MINUTES).until(() -> Sampling.thread(THREAD).isEmpty());
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "pinning is by /proc and taskset")
    void threadIsPinnedToCpu() throws IOException {
        String cpu = allowedCpus(Path.of("/proc/self/status")).split("[-,]")[0];
        try (OsJitterSampler sampler = OsJitterSampler.start(1_000, Integer.parseInt(cpu))) {
            assertThat(sampler).isNotNull();
            assertThat(allowedCpusOfThreadsNamed(THREAD.substring(0, 15))).containsExactly(cpu);
        }
    }

    private static List<String> allowedCpusOfThreadsNamed(String name) throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
            return threads.filter(thread -> read(thread.resolve("comm")).strip().equals(name))
                    .map(thread -> allowedCpus(thread.resolve("status")))
                    .toList();
        }
    }

    private static String allowedCpus(Path status) {
        return read(status)
                .lines()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElseThrow();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException threadHasEnded) {
            return "";
        }
    }
}
