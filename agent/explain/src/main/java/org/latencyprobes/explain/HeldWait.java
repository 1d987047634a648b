package org.latencyprobes.explain;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A part of a slow call in which looks saw its thread wait for a lock, and another thread hold it: a {@link Wait} on its way to another process.
 *
 * @param startNanos when it began, as {@link System#nanoTime} counts
 * @param nanos how long it was, in ns
 * @param cause the cause that the wait is
 * @param lock name of the lock's class, without its package
 * @param thread the holder for people; empty where nobody knows
 * @param threadId its Java id; −1 where nobody knows
 */
public record HeldWait(long startNanos, long nanos, String cause, String lock, String thread, long threadId) {

    private static final int PARTS = 6;

    private static final Pattern LINE =
            Pattern.compile("-?\\d{1,18} \\d{1,18} -?\\d{1,18} \\S+ \\S+ .*", Pattern.DOTALL);

    /**
     * What looks saw.
     *
     * @param waits of one thread
     * @return in the same order
     */
    public static List<HeldWait> of(List<Wait> waits) {
        return waits.stream()
                .map(wait -> new HeldWait(
                        wait.startNanos(),
                        wait.nanos(),
                        wait.kind().cause().label(),
                        wait.detail(),
                        wait.holder().name(),
                        wait.holder().threadId()))
                .toList();
    }

    /**
     * Some as one text.
     *
     * @param holdings of one call
     * @param startNanos when the call began
     * @return a line for each
     */
    public static String text(List<HeldWait> holdings, long startNanos) {
        return holdings.stream()
                .map(each -> each.startNanos - startNanos + " " + each.nanos + " " + each.threadId + " " + each.cause
                        + " " + each.lock.replaceAll("\\s", "_") + " " + each.thread.replaceAll("[\\r\\n]", " "))
                .collect(Collectors.joining("\n"));
    }

    /**
     * Reads such a text.
     *
     * @param text what {@link #text} gave, or an empty one
     * @param startNanos when the call began
     * @return without lines that another version has written
     */
    public static List<HeldWait> parse(String text, long startNanos) {
        return text.lines()
                .filter(line -> LINE.matcher(line).matches())
                .map(line -> line.split(" ", PARTS))
                .map(parts -> new HeldWait(
                        startNanos + Long.parseLong(parts[0]),
                        Long.parseLong(parts[1]),
                        parts[3],
                        parts[4],
                        parts[5],
                        Long.parseLong(parts[2])))
                .toList();
    }

    /**
     * The wait.
     *
     * @param waiterId Java id of the call's thread
     * @return as looks saw it
     */
    public Wait ofThread(long waiterId) {
        WaitKind kind = cause.equals(Cause.PARK.label()) ? WaitKind.PARK : WaitKind.LOCK;
        return new Wait(kind, waiterId, startNanos, nanos, 0, lock, "", new Holder(thread, threadId, ""));
    }
}
