package org.latencyprobes.demo.common.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineLoadTest {

    private static final long DAY_NANOS = 86_400_000_000_000L;

    @TempDir
    private Path proc;

    @TempDir
    private Path groups;

    @BeforeEach
    void writeTicksOfNothing() throws IOException {
        ticks(0, 0, 0);
    }

    private void ticks(long programs, long interrupts, long steal) throws IOException {
        Files.writeString(
                proc.resolve("stat"),
                "cpu  %d 0 100 5000 7 %d %d %d 0 0\ncpu0 1 2 3 4\n".formatted(programs, interrupts, interrupts, steal));
    }

    private void rootGroup(String folder, long nanos) throws IOException {
        Path root = Files.createDirectories(groups.resolve(folder));
        Files.writeString(root.resolve("release_agent"), "");
        Files.writeString(root.resolve("cpuacct.usage"), nanos + "\n");
    }

    private void group(String name, long micros) throws IOException {
        Files.writeString(
                Files.createDirectories(groups.resolve(name)).resolve("cpu.stat"),
                "usage_usec " + micros + "\nuser_usec 1\n");
    }

    private MachineLoad load() {
        return new MachineLoad(proc, groups);
    }

    private static OtherCpus others(MachineLoad load, long ownNanos) {
        load.end();
        return load.others(ownNanos);
    }

    @Test
    void countsToTheNanosecondWhereTheRootOfTheControlGroupsCanBeRead() throws IOException {
        rootGroup("cpu,cpuacct", 5);
        MachineLoad load = load();
        rootGroup("cpu,cpuacct", 5 + DAY_NANOS);
        ticks(0, 8_640_000, 0);

        assertThat(others(load, DAY_NANOS - 1).cpus()).isPositive();
        assertThat(others(load, DAY_NANOS).cpus()).isZero();
    }

    @Test
    void addsTheControlGroupsOfVersionTwo() throws IOException {
        Files.writeString(groups.resolve("cgroup.controllers"), "cpu");
        Files.writeString(Files.createDirectories(proc.resolve("self")).resolve("cgroup"), "0::/user.slice\n");
        group("user.slice", 10);
        group("system.slice", 20);
        MachineLoad load = load();
        group("user.slice", 10 + DAY_NANOS / 1_000);
        group("system.slice", 21);

        assertThat(others(load, DAY_NANOS).cpus()).isPositive();
        assertThat(others(load, DAY_NANOS + 1_000_000).cpus()).isZero();
    }

    @Test
    void addsWhatTheHostTook() throws IOException {
        rootGroup("cpuacct", 5);
        MachineLoad load = load();
        ticks(0, 0, 8_640_000);

        assertThat(others(load, DAY_NANOS - 1).cpus()).isPositive();
        assertThat(others(load, DAY_NANOS).cpus()).isZero();
    }

    @Test
    void countsTicksWithoutThoseOfInterruptsInAContainer() throws IOException {
        Files.writeString(groups.resolve("cgroup.controllers"), "cpu");
        Files.writeString(groups.resolve("cgroup.type"), "domain");
        Files.createDirectories(groups.resolve("cpuacct"));
        Files.writeString(groups.resolve("cpuacct/cpuacct.usage"), "0");
        MachineLoad load = load();
        ticks(8_640_000, 99_999_999, 0);

        assertThat(others(load, DAY_NANOS - 1).cpus()).isPositive();
        assertThat(others(load, DAY_NANOS).cpus()).isZero();
    }

    @Test
    void takesNothingForLoadThatMayBeNoiseOfItsCount() throws IOException {
        OtherCpus ticks = others(load(), 0);
        rootGroup("cpuacct", 0);
        long startNanos = System.nanoTime();
        OtherCpus begun = others(load(), 0);
        double mostSeconds = (System.nanoTime() - startNanos) / 1e9;

        assertThat(ticks.resolution()).isGreaterThanOrEqualTo(0.15);
        assertThat(begun.resolution()).as("two ticks of what the host took").isGreaterThanOrEqualTo(0.02 / mostSeconds);
        assertThat(new OtherCpus(0.1, 0.15).isAtLeast(0.01)).isFalse();
        assertThat(new OtherCpus(0.02, 0.01).isAtLeast(0.01)).isTrue();
        assertThat(new OtherCpus(0.02, 0.01).isAtLeast(0.03)).isFalse();
    }

    @Test
    void saysNothingWhereTheSystemDoesNot() {
        OtherCpus unknown = others(new MachineLoad(proc.resolve("none"), groups), 0);

        assertThat(unknown.cpus()).isNaN();
        assertThat(unknown.isAtLeast(0)).isFalse();
    }
}
