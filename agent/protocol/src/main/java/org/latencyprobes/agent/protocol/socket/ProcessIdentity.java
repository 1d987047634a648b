package org.latencyprobes.agent.protocol.socket;

import java.io.IOException;
import java.time.Instant;

/**
 * What tells a process from all others of a machine, also where containers with process ids of their own share a {@code /tmp}.
 *
 * @param pid the process id as the process itself sees it
 * @param start when it began, in whatever the system counts
 * @param namespace of process ids, as the kernel names it; empty where that cannot be read
 */
public record ProcessIdentity(long pid, String start, String namespace) {

    private static final int START_BEHIND_NAME =
            19; // field 22 of stat; the program's name, which may hold anything, is field 2

    /**
     * From what {@code /proc} says.
     *
     * @param pid the process id as the process itself sees it
     * @param stat what {@code /proc/<pid>/stat} says
     * @param namespace what the link {@code /proc/<pid>/ns/pid} says; empty where that cannot be read
     * @return what they tell
     * @throws IllegalArgumentException if that is not what {@code stat} says
     */
    public static ProcessIdentity of(long pid, String stat, String namespace) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
        if (fields.length <= START_BEHIND_NAME) {
            throw new IllegalArgumentException("no start of a process in \"" + stat.strip() + '"');
        }
        return new ProcessIdentity(pid, fields[START_BEHIND_NAME], namespace.replaceAll("\\D", ""));
    }

    /**
     * The same process as somebody sees it whose time namespace counts from another moment.
     *
     * @param ticks how much later its start is there, in the unit of {@code stat}
     * @return this, where it is 0
     */
    public ProcessIdentity startedLater(long ticks) {
        return ticks == 0 ? this : new ProcessIdentity(pid, String.valueOf(Long.parseLong(start) + ticks), namespace);
    }

    /**
     * Where the system has no {@code /proc}.
     *
     * @param process any
     * @return null if it has ended, or the system does not tell
     */
    public static ProcessIdentity of(ProcessHandle process) {
        Instant start = process.info().startInstant().orElse(null);
        return start == null ? null : new ProcessIdentity(process.pid(), String.valueOf(start.toEpochMilli()), "");
    }

    /** This process. */
    public static ProcessIdentity own() throws IOException {
        ProcessHandle self = ProcessHandle.current();
        if (!ProcFiles.exist()) {
            ProcessIdentity known = of(self);
            if (known == null) {
                throw new IOException("the system does not tell when this process began");
            }
            return known;
        }
        return of(self.pid(), ProcFiles.ownStat(), ProcFiles.ownNamespace());
    }

    /** {@return what {@link #isMeantBy} reads} */
    public String text() {
        return namespace + '.' + pid + '.' + start;
    }

    /** Whether a text means this process, as far as both know. */
    public boolean isMeantBy(String text) {
        String[] parts = text.split("\\.", -1);
        return parts.length == 3
                && parts[1].equals(String.valueOf(pid))
                && parts[2].equals(start)
                && (parts[0].isEmpty() || namespace.isEmpty() || parts[0].equals(namespace));
    }

    /**
     * Why this process is not the one that is meant.
     *
     * @param text of its identity; empty where whoever asks does not know
     * @return null if it is, or that cannot be known
     */
    public static String refusal(String text) {
        try {
            return text.isEmpty() || own().isMeantBy(text)
                    ? null
                    : "another process answers, which has the same id in another container that shares this /tmp:"
                            + " give each container a /tmp of its own";
        } catch (IOException e) {
            return null;
        }
    }
}
