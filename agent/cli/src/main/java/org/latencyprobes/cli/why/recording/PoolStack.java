package org.latencyprobes.cli.why.recording;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.latencyprobes.explain.Detail;

/**
 * What a stack tells of a connection pool: that its thread waits for a connection, or is in a method of one. Which pool of its library that is no
 * stack tells.
 *
 * @param awaited what who waits for a connection of that library waits for, in words; empty where the stack tells of no pool
 * @param isUse whether the thread has a connection, or opens one for others
 * @param site the method outside of the library, as {@code Class.method}; where it uses a connection, with the method that it calls
 */
record PoolStack(String awaited, boolean isUse, String site) {

    static final PoolStack NONE = new PoolStack("", false, "");

    private static final Map<String, String> LIBRARIES = Map.of(
            "com.zaxxer.hikari.", "HikariCP",
            "org.apache.commons.dbcp2.", "Commons DBCP",
            "org.apache.commons.pool2.", "Commons DBCP",
            "org.apache.tomcat.dbcp.dbcp2.", "Commons DBCP", // as Tomcat renames it
            "org.apache.tomcat.dbcp.pool2.", "Commons DBCP");

    /** Classes of these libraries through which an application uses a connection. */
    private static final Pattern OF_CONNECTION =
            Pattern.compile(".*(Connection|Statement|ResultSet|DatabaseMetaData)(Wrapper|Impl)?");

    /** What a thread of a pool does while others wait for a connection that is not there yet. */
    private static final Frames.Frame OPENS = new Frames.Frame("com.zaxxer.hikari.pool.PoolBase", "newConnection");

    private static final String BORROW = "getConnection";

    /** Names of probes at such methods. */
    private static final Map<Pattern, String> PROBES = Map.of(
            Pattern.compile("Hikari(DataSource|Pool)\\." + BORROW), "HikariCP",
            Pattern.compile("(Basic|Pooling)DataSource\\." + BORROW), "Commons DBCP");

    /**
     * The innermost that it tells.
     *
     * @param frames the innermost first
     */
    static PoolStack of(List<Frames.Frame> frames) {
        Frames.Frame last = null; // outside of the JDK
        String library = ""; // of that
        boolean isAlone = true; // within that library
        for (Frames.Frame frame : frames) {
            if (Frames.isOfOthers(frame.type())) {
                continue;
            }
            String own = library(frame.type());
            if (OPENS.equals(frame)) {
                return new PoolStack(Detail.AWAITED + own, true, frame.name());
            }
            if (!library.isEmpty() && !own.equals(library)) {
                if (OF_CONNECTION.matcher(last.type()).matches()) {
                    return new PoolStack(Detail.AWAITED + library, true, frame.name() + " → " + last.method());
                }
                if (isAlone && last.method().equals(BORROW)) {
                    return new PoolStack(Detail.AWAITED + library, false, frame.name());
                }
            }
            isAlone &= !own.isEmpty() && (last == null || own.equals(library));
            library = own;
            last = frame;
        }
        return NONE;
    }

    private static String library(String type) {
        return LIBRARIES.entrySet().stream()
                .filter(library -> type.startsWith(library.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
    }

    /** What a call of a probe waits for where it is parked, in words; empty where its method is no pool's. */
    static String awaitedBy(String probe) {
        return PROBES.entrySet().stream()
                .filter(pool -> pool.getKey().matcher(probe).matches())
                .map(pool -> Detail.AWAITED + pool.getValue())
                .findFirst()
                .orElse("");
    }

    boolean isWait() {
        return !awaited.isEmpty() && !isUse;
    }
}
