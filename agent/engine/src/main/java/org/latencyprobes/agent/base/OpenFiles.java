package org.latencyprobes.agent.base;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * The files that this process has open, and may have: the application is to get those that there are. Parts of the JDK that are initialised
 * while there is none are broken for good, for the application, too. Known on Linux alone. Stateless.
 */
public final class OpenFiles {

    /** What the agent leaves free wherever it opens something that it can do without. */
    public static final int LEFT_FREE = 32;

    private static final String OPEN = "/proc/self/fd";
    private static final String LIMITS = "/proc/self/limits";
    private static final int LIMITS_BYTES = 4_096;
    private static final byte[] LIMIT = ProcFile.text("Max open files");

    private static volatile boolean isManagementLoaded;

    private OpenFiles() {}

    /**
     * How many more can be opened.
     *
     * @return 0 or more; a very large number where nobody knows
     */
    public static long free() {
        long limit = limit();
        String[] open = new File(OPEN).list();
        return limit == Long.MAX_VALUE ? limit : Math.max(0, limit - (open == null ? limit : open.length));
    }

    /**
     * How many this process may have open.
     *
     * @return a very large number where nobody knows; 0 where none is left to find that out
     */
    public static long limit() {
        if (!new File(LIMITS).exists()) {
            return Long.MAX_VALUE;
        }
        try (ProcFile limits = ProcFile.open(LIMITS, LIMITS_BYTES)) { // no NIO, whose libraries may not be loaded yet
            if (limits == null) {
                return 0;
            }
            limits.read();
            long limit = limits.numberAfter(LIMIT);
            return limit == ProcFile.UNKNOWN ? Long.MAX_VALUE : limit;
        }
    }

    /**
     * Requires some to be free.
     *
     * @throws TooFewException if there are fewer than {@value #LEFT_FREE}; the message says how many
     */
    public static void requireFree() {
        long free = free();
        if (free < LEFT_FREE) {
            throw new TooFewException(free);
        }
    }

    /**
     * Requires the same before the first use of the JDK's beans. They are in two libraries, of which some beans load only one: here both are.
     *
     * @throws TooFewException as {@link #requireFree}
     * @throws LinkageError in an image without {@code java.management}
     */
    public static void requireFreeForBeans() {
        if (!isManagementLoaded) {
            requireFree();
            ManagementFactory.getPlatformMXBeans(ThreadMXBean.class); // looks for the beans of all modules
            isManagementLoaded = true;
        }
    }

    /** That too few files can be opened for the agent to open some; this may pass. */
    public static final class TooFewException extends IllegalStateException {

        private static final long serialVersionUID = 1L;

        private TooFewException(long free) {
            super("only " + free + " more files can be opened, which are left to the application");
        }
    }
}
