package org.latencyprobes.agent.protocol.slow;

import java.util.Arrays;
import java.util.List;

/**
 * A frame of the stack of a call, captured while that was in flight. Frames of one stack follow each other, the innermost first.
 *
 * @param start when the call began, for people; null of a call that has not returned
 * @param threadId the Java id of its thread; null where it is not known
 * @param frame class, method and line
 * @param startNanos when the call began, as {@link System#nanoTime} counts in the JVM; null of a call that has not returned
 */
public record StackFrame(String start, Long threadId, String frame, Long startNanos) {

    /** Name of the table. */
    public static final String TABLE = "stacks";

    /** {@return the {@link SingleCall#identity} of its call} */
    public List<Long> call() {
        return Arrays.asList(threadId, startNanos);
    }
}
