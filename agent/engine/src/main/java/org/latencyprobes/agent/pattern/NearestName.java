package org.latencyprobes.agent.pattern;

import java.util.Locale;

/** The name that a misspelt one may mean, and what is asked then. Stateless. */
public final class NearestName {

    private static final int MOST_EDITS = 3;
    private static final int LETTERS_FOR_AN_EDIT = 4;

    private NearestName() {}

    /**
     * The nearest name: the same in other case, one with a few letters missing, doubled, swapped or wrong, or else one that begins like that.
     *
     * @param wrong what was written
     * @param names the names that there are
     * @return one of the names, the first of those that are as near; null where none is near
     */
    public static String to(String wrong, Iterable<String> names) {
        String text = wrong.toLowerCase(Locale.ROOT);
        int least = Math.min(MOST_EDITS, Math.max(1, text.length() / LETTERS_FOR_AN_EDIT)) + 1;
        String nearest = null;
        String beginning = null;
        for (String name : names) {
            if (Math.abs(name.length() - text.length()) < least) {
                int edits = edits(text, name.toLowerCase(Locale.ROOT), least);
                if (edits < least) {
                    least = edits;
                    nearest = name;
                }
            }
            if (beginning == null && text.length() >= LETTERS_FOR_AN_EDIT && startsWith(name, text)) {
                beginning = name;
            }
        }
        return nearest == null ? beginning : nearest;
    }

    /**
     * The same of probes, whose names may be known by their end alone.
     *
     * @param wrong what was written
     * @param names those of probes, and patterns
     * @return also one that ends so behind a dot, where none is nearer
     */
    public static String ofProbe(String wrong, Iterable<String> names) {
        String nearest = to(wrong, names);
        String end = '.' + wrong.replace('#', '.');
        for (String name : names) {
            nearest = nearest == null && name.endsWith(end) ? name : nearest;
        }
        return nearest;
    }

    /**
     * The question that names it.
     *
     * @param nearest the name; null for none
     * @param otherwise what is said where there is none
     * @return without a question mark, so that the name can be copied
     */
    public static String question(String nearest, String otherwise) {
        return nearest == null ? otherwise : "did you mean " + nearest;
    }

    /**
     * The end of a message about a wrong name.
     *
     * @param wrong what was written
     * @param names the names that there are
     * @return the question, with what parts it from the rest; empty where none is near
     */
    public static String end(String wrong, Iterable<String> names) {
        String nearest = to(wrong, names);
        return nearest == null ? "" : "; " + question(nearest, "");
    }

    /**
     * The message about a value that is none of a few.
     *
     * @param wrong what was written
     * @param allowed the values
     * @return what follows the name of the option
     */
    public static String notAllowed(String wrong, Iterable<String> allowed) {
        return wrong + " is not allowed; it takes " + String.join(", ", allowed) + end(wrong, allowed);
    }

    private static boolean startsWith(String name, String text) {
        return name.regionMatches(true, 0, text, 0, text.length());
    }

    /** The number of letters put in, left out, replaced, or swapped with the next one; a high number where they are too many. */
    static int edits(String one, String other, int tooMany) {
        int[] beforeLast = new int[other.length() + 1];
        int[] last = new int[other.length() + 1];
        int[] row = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            row[0] = i;
            int least = i;
            for (int j = 1; j <= other.length(); j++) {
                boolean same = one.charAt(i - 1) == other.charAt(j - 1);
                row[j] = Math.min(Math.min(last[j], row[j - 1]) + 1, last[j - 1] + (same ? 0 : 1));
                if (i > 1
                        && j > 1
                        && one.charAt(i - 1) == other.charAt(j - 2)
                        && one.charAt(i - 2) == other.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
                least = Math.min(least, row[j]);
            }
            if (least > tooMany) {
                return Integer.MAX_VALUE;
            }
            int[] spare = beforeLast;
            beforeLast = last;
            last = row;
            row = spare;
        }
        return last[other.length()];
    }
}
