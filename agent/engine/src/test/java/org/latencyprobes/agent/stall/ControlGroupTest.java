package org.latencyprobes.agent.stall;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ControlGroupTest {

    @TempDir
    private Path folder;

    private void proc(String mounts, String groups) throws IOException {
        Files.writeString(folder.resolve("mountinfo"), mounts);
        Files.writeString(folder.resolve("cgroup"), groups);
    }

    private Path group(String name, String stat) throws IOException {
        Path group = Files.createDirectories(folder.resolve(name));
        Files.writeString(group.resolve("cpu.stat"), stat);
        return group;
    }

    private long throttledNanos() {
        ControlGroup group = ControlGroup.open(folder);
        assertThat(group).isNotNull();
        try (group) {
            return group.throttledNanos();
        }
    }

    @Test
    void version2IsReadOnAllLevels() throws IOException {
        Path root = group("sys", "usage_usec 77\n");
        group("sys/slice", "usage_usec 77\nnr_periods 5\nnr_throttled 2\nthrottled_usec 3000\n");
        group("sys/slice/unit", "usage_usec 77\nnr_periods 5\nnr_throttled 2\nthrottled_usec 400\nnr_bursts 0\n");
        proc("30 23 0:26 / " + root + " rw,nosuid shared:9 - cgroup2 cgroup2 rw\n", "0::/slice/unit\n");
        assertThat(throttledNanos()).isEqualTo(3_400_000);
    }

    @Test
    void version1IsReadOfTheCpuController() throws IOException {
        Path root = group("cpu,cpuacct", "nr_periods 9\nnr_throttled 3\nthrottled_time 0\n");
        group("cpu,cpuacct/docker/x", "nr_periods 9\nnr_throttled 3\nthrottled_time 123456\n");
        proc(
                "25 20 0:21 / /nowhere rw - cgroup cgroup rw,cpuset\n26 20 0:22 / " + root
                        + " rw - cgroup cgroup rw,cpu,cpuacct\n",
                "5:cpuset:/\n4:cpu,cpuacct:/docker/x\n0::/\n");
        assertThat(throttledNanos()).isEqualTo(123_456);
    }

    @Test
    void aContainerSeesItsGroupAsTheRootOfTheMount() throws IOException {
        Path root = group("sys", "throttled_usec 9\n");
        proc("30 23 0:26 /docker/x " + root + " ro - cgroup2 cgroup rw\n", "0::/docker/x\n");
        assertThat(throttledNanos()).isEqualTo(9_000);
        proc("30 23 0:26 / " + root + " ro - cgroup2 cgroup rw\n", "0::/../../elsewhere\n");
        assertThat(throttledNanos()).isEqualTo(9_000);
    }

    @Test
    void isAbsentWhereNothingTellsOfThrottling() throws IOException {
        Path root = group("sys", "usage_usec 77\n");
        proc("30 23 0:26 / " + root + " rw - cgroup2 cgroup2 rw\n", "0::/\n");
        assertThat(ControlGroup.open(folder)).isNull();
        assertThat(ControlGroup.open(folder.resolve("no-proc"))).isNull();
    }
}
