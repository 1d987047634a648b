package org.latencyprobes.agent.stall;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.latencyprobes.agent.base.ProcFile;

/**
 * The files {@code cpu.stat} of the process's control group and of the groups around it, as far as they are visible, that tell of
 * throttling. Versions 1 and 2. For one thread. Reading allocates nothing.
 */
final class ControlGroup implements Closeable {

    private static final byte[] VERSION_1_NANOS = ProcFile.text("throttled_time ");
    private static final byte[] VERSION_2_MICROS = ProcFile.text("throttled_usec ");
    private static final int BYTES = 1_024;
    private static final int MOST_LEVELS = 8;
    private static final int NANOS_PER_MICRO = 1_000;

    private final ProcFile[] files;

    private ControlGroup(List<ProcFile> files) {
        this.files = files.toArray(new ProcFile[0]);
    }

    /** Null where no group tells of throttling. */
    static ControlGroup open(Path proc) {
        List<ProcFile> files = new ArrayList<>();
        try {
            for (Path folder : folders(proc)) {
                ProcFile file = ProcFile.open(folder.resolve("cpu.stat").toString(), BYTES);
                if (file != null && throttledNanos(file) != ProcFile.UNKNOWN) {
                    files.add(file);
                } else {
                    ProcFile.closeAll(file);
                }
            }
        } catch (IOException | RuntimeException notLinux) {
            return null; // nothing was opened
        }
        return files.isEmpty() ? null : new ControlGroup(files);
    }

    /** The process's group and those around it, the innermost first. */
    static List<Path> folders(Path proc) throws IOException {
        List<String> mounts = Files.readAllLines(proc.resolve("mountinfo"));
        String version2 = null;
        for (String group : Files.readAllLines(proc.resolve("cgroup"))) {
            String[] parts = group.split(":", 3);
            if (Arrays.asList(parts[1].split(",")).contains("cpu")) {
                return folders(mounts, "cgroup", parts[2]);
            }
            version2 = parts[0].equals("0") ? parts[2] : version2;
        }
        return version2 == null ? List.of() : folders(mounts, "cgroup2", version2);
    }

    /** A line's parts: id, parent, device, root of the mount in the hierarchy, mount point … {@code -} type, source, options. */
    private static List<Path> folders(List<String> mounts, String type, String group) {
        for (String mount : mounts) {
            String[] sides = mount.split(" - ", 2);
            String[] left = sides[0].split(" ");
            String[] right = sides[1].split(" ");
            boolean isCpu =
                    type.equals("cgroup2") || Arrays.asList(right[2].split(",")).contains("cpu");
            if (right[0].equals(type) && isCpu) {
                return upwards(Path.of(left[4]), left[3], group);
            }
        }
        return List.of();
    }

    private static List<Path> upwards(Path mount, String root, String group) {
        String below = group.startsWith(root) ? group.substring(root.length()) : "";
        Path folder = mount.resolve(below.startsWith("/") ? below.substring(1) : below)
                .normalize();
        if (!folder.startsWith(mount) || !Files.isDirectory(folder)) {
            folder = mount; // the group is outside of what a container sees
        }
        List<Path> folders = new ArrayList<>();
        while (folder.startsWith(mount) && folders.size() < MOST_LEVELS) {
            folders.add(folder);
            folder = folder.getParent();
        }
        return folders;
    }

    /** For how long the groups have been throttled, all levels and CPUs added up. */
    long throttledNanos() {
        long sum = 0;
        for (ProcFile file : files) {
            sum += Math.max(0, throttledNanos(file));
        }
        return sum;
    }

    private static long throttledNanos(ProcFile file) {
        file.read();
        long micros = file.numberAfter(VERSION_2_MICROS);
        return micros == ProcFile.UNKNOWN ? file.numberAfter(VERSION_1_NANOS) : micros * NANOS_PER_MICRO;
    }

    @Override
    public void close() {
        ProcFile.closeAll(files);
    }
}
