package org.latencyprobes.agent.slow;

import java.util.ArrayList;
import java.util.List;

/**
 * The stack of a thread: its innermost frames, without those at the top that measure. Immutable. In JDK 17 the JVM's own frames hold the
 * classes of their methods. These don't, so an application's class loader can be collected.
 *
 * @param frames the innermost first
 * @param hasMore whether there were more
 */
public record ThreadStack(StackTraceElement[] frames, boolean hasMore) {

    /** The most frames that are kept. */
    static final int MOST_FRAMES = 64;

    /** Where nothing is known. */
    static final ThreadStack NONE = new ThreadStack(new StackTraceElement[0], false);

    private static final String AGENT = "org.latencyprobes.";
    private static final String LINK = "java.lang.LatencyProbesLink";
    private static final String HANDLES = "java.lang.invoke.";

    /**
     * The stack of these frames.
     *
     * @param all as the JVM gave them, the innermost first; not kept
     * @return with {@value #MOST_FRAMES} of them at most
     */
    public static ThreadStack of(StackTraceElement[] all) {
        int top = measuring(all);
        StackTraceElement[] kept = new StackTraceElement[Math.min(MOST_FRAMES, all.length - top)];
        for (int at = 0; at < kept.length; at++) { // no streams: this runs too seldom to be compiled
            kept[at] = plain(all[top + at]);
        }
        return new ThreadStack(kept, all.length - top > kept.length);
    }

    /** How many frames at the top are the agent's, with what it calls in the JDK, and with what links or calls it there. */
    private static int measuring(StackTraceElement[] all) {
        int top = 0;
        for (int at = 0; at < all.length && (isAgents(all[at]) || all[at].getModuleName() != null); at++) {
            if (isAgents(all[at])) {
                top = at + 1;
            }
        }
        while (top > 0 && top < all.length && all[top].getClassName().startsWith(HANDLES)) {
            top++;
        }
        return top;
    }

    /** The agent's class loader has no name. */
    private static boolean isAgents(StackTraceElement frame) {
        return frame.getClassName().startsWith(AGENT) && frame.getClassLoaderName() == null
                || frame.getClassName().startsWith(LINK);
    }

    private static StackTraceElement plain(StackTraceElement frame) {
        String loader = frame.getClassLoaderName();
        return new StackTraceElement(
                "app".equals(loader) || "platform".equals(loader) ? null : loader, // which say nothing
                frame.getModuleName(),
                null, // the version of a module
                frame.getClassName(),
                frame.getMethodName(),
                frame.getFileName(),
                frame.getLineNumber());
    }

    /**
     * The stack as text.
     *
     * @return a line for each frame, the innermost first, and one for those that are not kept; empty where nothing is known
     */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (StackTraceElement frame : frames) {
            lines.add(frame.toString());
        }
        if (hasMore) {
            lines.add("… more frames");
        }
        return lines;
    }
}
