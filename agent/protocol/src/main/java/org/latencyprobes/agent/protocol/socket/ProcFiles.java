package org.latencyprobes.agent.protocol.socket;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A reader of what the kernel says of processes, in {@code /proc}. Stateless. */
public final class ProcFiles {

    private static final Path PROC = Path.of("/proc");
    private static final String OWN = "self";
    private static final String ZOMBIE = "Z";
    private static final String ALL_USERS = "0 0 4294967295";

    private ProcFiles() {}

    /** Whether this system has such files. */
    public static boolean exist() {
        return Files.exists(PROC.resolve(OWN).resolve("stat"));
    }

    /** The namespace of this process's id; empty where that cannot be read. */
    static String ownNamespace() {
        try {
            return Files.readSymbolicLink(PROC.resolve(OWN).resolve("ns/pid")).toString();
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }

    /** What {@code stat} says of this process. */
    static String ownStat() throws IOException {
        return stat(OWN);
    }

    private static String stat(String process) throws IOException {
        return new String(Files.readAllBytes(PROC.resolve(process).resolve("stat")), StandardCharsets.ISO_8859_1);
    }

    /** The user as whom this process makes files. */
    public static int ownUid() throws IOException {
        for (String line : Files.readAllLines(PROC.resolve(OWN).resolve("status"), StandardCharsets.ISO_8859_1)) {
            if (line.startsWith("Uid:")) {
                return Integer.parseUnsignedInt(line.split("\\s+")[2]); // the effective one
            }
        }
        throw new IOException("/proc/self/status names no user");
    }

    /**
     * The number that the kernel gives for all users who have none here; −1 where all have one. In a user namespace root of outside mostly has
     * none.
     */
    public static int uidOfUnknownUsers() {
        try {
            String map = Files.readString(PROC.resolve(OWN).resolve("uid_map"), StandardCharsets.ISO_8859_1);
            return map.strip().replaceAll("\\s+", " ").equals(ALL_USERS)
                    ? -1
                    : Integer.parseInt(
                            Files.readAllLines(PROC.resolve("sys/kernel/overflowuid")) // at once: it has no second part
                                    .get(0)
                                    .strip());
        } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
            return -1;
        }
    }

    /** Whether a process that this one can see makes a socket in a folder of that name. */
    public static boolean isLiving(String folderName) {
        String[] parts = folderName.substring(SocketPlace.PREFIX.length()).split("\\.");
        try {
            long pid = Long.parseLong(parts[0]);
            String stat = stat(String.valueOf(pid));
            return !stat.substring(stat.lastIndexOf(')') + 1).strip().startsWith(ZOMBIE)
                    && SocketPlace.name(ProcessIdentity.of(pid, stat, "")).equals(folderName);
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }
}
