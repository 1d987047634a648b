package org.latencyprobes.demo.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineLoadTest {

    @TempDir
    private Path folder;

    @Test
    void countsWhatOthersUsedAndTheHostTook() throws IOException {
        Path stat = folder.resolve("stat");
        Files.writeString(stat, "cpu  100 0 100 5000 0 9 9 0 0 0\ncpu0 1 2 3 4\n");
        MachineLoad load = new MachineLoad(stat);
        Files.writeString(stat, "cpu  1000000100 0 100 9000 0 999 999 1000000000 0 0\n");
        load.end();

        assertThat(load.otherCpus(0)).isGreaterThan(load.otherCpus(10_000_000_000_000_000L));
        assertThat(load.otherCpus(Long.MAX_VALUE)).isZero();
    }

    @Test
    void leavesTheKernelsNetworkOut() throws IOException {
        Path stat = folder.resolve("stat");
        Files.writeString(stat, "cpu  100 0 100 5000 0 9 9 0 0 0\n");
        MachineLoad load = new MachineLoad(stat);
        Files.writeString(stat, "cpu  100 0 100 9000 7 99999 99999 0 0 0\n");
        load.end();

        assertThat(load.otherCpus(0)).isZero();
    }

    @Test
    void saysNothingWhereTheSystemDoesNot() {
        MachineLoad load = new MachineLoad(folder.resolve("none"));
        load.end();

        assertThat(load.otherCpus(0)).isNaN();
    }
}
