package org.latencyprobes.demo.common.machine;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The CPU time of all programs of a machine since its start, and what the host took. Control groups add up what the scheduler measures, in ns:
 * the root of version 1 has all of it, and of version 2 the groups below the root, without the kernel's own threads. Where neither can be
 * read, as in most containers, it is the ticks of {@code /proc/stat}. Those of interrupts are left out, because on loopback they are ours.
 */
final class MachineCpuTime {

    /** The unit of {@code /proc/stat}: hundredths of a second, whatever the kernel counts in. */
    static final double TICK_SECONDS = 0.01;

    /** The columns of user, nice and system: a CPU was in use, but not by the kernel's network. */
    private static final List<Integer> PROGRAMS = List.of(0, 1, 2);

    private static final int STEAL = 7;
    private static final String MICROS = "usage_usec ";

    private final Path proc;
    private final Path groups;
    private final Optional<Path> root;
    private final boolean hasGroups;

    /**
     * Creates a reader.
     *
     * @param groups where the control groups are mounted
     */
    MachineCpuTime(Path proc, Path groups) {
        this.proc = proc;
        this.groups = groups;
        root = Stream.of("cpuacct", "cpu,cpuacct")
                .map(groups::resolve)
                .filter(folder -> Files.exists(folder.resolve("release_agent"))) // in no group but the root
                .map(folder -> folder.resolve("cpuacct.usage"))
                .filter(Files::isReadable)
                .findFirst();
        hasGroups = Files.exists(groups.resolve("cgroup.controllers"))
                && Files.notExists(groups.resolve("cgroup.type")) // in each group but the root
                && isInGroup();
    }

    private boolean isInGroup() {
        try (Stream<String> lines = Files.lines(proc.resolve("self/cgroup"))) {
            return lines.anyMatch(line -> line.startsWith("0::/") && !line.equals("0::/"));
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether it is exact, but for the steps of what the host took. */
    boolean isExact() {
        return root.isPresent() || hasGroups;
    }

    double seconds() throws IOException {
        long[] ticks = ticks();
        double stolen = ticks[STEAL] * TICK_SECONDS;
        if (root.isPresent()) {
            return stolen + Long.parseLong(Files.readString(root.get()).strip()) / 1e9;
        }
        return stolen
                + (hasGroups
                        ? microsOfGroups() / 1e6
                        : TICK_SECONDS
                                * PROGRAMS.stream()
                                        .mapToLong(column -> ticks[column])
                                        .sum());
    }

    private long[] ticks() throws IOException {
        try (Stream<String> lines = Files.lines(proc.resolve("stat"))) {
            String all =
                    lines.filter(line -> line.startsWith("cpu ")).findFirst().orElseThrow();
            return Stream.of(all.substring(4).strip().split(" +"))
                    .mapToLong(Long::parseLong)
                    .toArray();
        }
    }

    private long microsOfGroups() throws IOException {
        long micros = 0;
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(groups, Files::isDirectory)) {
            for (Path folder : folders) {
                for (String line : Files.readAllLines(folder.resolve("cpu.stat"))) {
                    micros += line.startsWith(MICROS) ? Long.parseLong(line.substring(MICROS.length())) : 0;
                }
            }
        }
        return micros;
    }
}
