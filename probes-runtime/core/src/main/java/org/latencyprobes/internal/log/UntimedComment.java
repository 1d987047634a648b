package org.latencyprobes.internal.log;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The comment before a line of an {@code .hlog} file that says how many calls the line lacks, since they were not timed. Stateless. */
public final class UntimedComment {

    private static final String BEGIN = "[Untimed: ";
    private static final String END = " calls of the next line were counted and not timed]";
    private static final String END_NOT_UNIFORM =
            " calls of the next line were counted and not timed; those that were timed are no uniform choice]";
    private static final Pattern LINE = Pattern.compile("#.*" + Pattern.quote(BEGIN) + "(\\d{1,18})(?:"
            + Pattern.quote(END) + '|' + Pattern.quote(END_NOT_UNIFORM) + ")");

    private UntimedComment() {}

    /**
     * The comment.
     *
     * @param calls how many were not timed
     * @param isUniform whether those that were timed are a uniform choice of all
     * @return its text, without the sign of comments
     */
    public static String of(long calls, boolean isUniform) {
        return BEGIN + calls + (isUniform ? END : END_NOT_UNIFORM);
    }

    /**
     * Reads a line of a log.
     *
     * @param line any
     * @return false where the line is such a comment and says that the timed calls are no uniform choice
     */
    public static boolean isUniform(String line) {
        return calls(line) == 0 || line.endsWith(END);
    }

    /**
     * Reads a line of a log.
     *
     * @param line any
     * @return how many calls were not timed; 0 where the line is not such a comment
     */
    public static long calls(String line) {
        Matcher comment = LINE.matcher(line);
        return comment.matches() ? Long.parseLong(comment.group(1)) : 0;
    }
}
