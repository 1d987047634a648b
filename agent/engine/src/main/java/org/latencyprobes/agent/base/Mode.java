package org.latencyprobes.agent.base;

/**
 * A probe's mode: which of its calls are counted, and which are timed. Immutable.
 *
 * <p>It is one number, so that modes are ordered by what they cost: of how many calls one is timed.
 */
public final class Mode {

    /** All calls are timed. */
    public static final Mode ON = new Mode(1);

    /** All calls are counted, and none is timed. */
    public static final Mode COUNTED = new Mode(0);

    /** No call is counted or timed, which costs next to nothing. */
    public static final Mode OFF = new Mode(-1);

    /** What a user may write. */
    public static final String ALLOWED = "on, sampled(1/n) with n from 2 to 65536, counted or off";

    private static final int MOST = 65_536;
    private static final int MOST_DIGITS = 5;
    /** What stands before n, and what after it. The second is for shells, which take parentheses for themselves. */
    private static final String[][] SAMPLED = {{"sampled(1/", ")"}, {"sampled:1/", ""}, {"sampled:", ""}, {"1/", ""}};

    private final int oneIn;

    private Mode(int oneIn) {
        this.oneIn = oneIn;
    }

    /**
     * The mode in which all calls are counted and a random choice of them is timed.
     *
     * @param calls one call of so many is timed, on average; from 2 to 65,536
     * @return the mode
     * @throws IllegalArgumentException if it is out of that range
     */
    public static Mode sampled(int calls) {
        if (calls < 2 || calls > MOST) {
            throw new IllegalArgumentException("1 of " + calls + " calls; allowed are 2 to " + MOST);
        }
        return new Mode(calls);
    }

    /**
     * The mode that a user names.
     *
     * @param text as in {@link #ALLOWED}; {@code sampled:n}, {@code sampled:1/n} and {@code 1/n} are taken, too
     * @return null where there is no such mode
     */
    public static Mode named(String text) {
        return switch (text) {
            case "on" -> ON;
            case "counted" -> COUNTED;
            case "off" -> OFF;
            default -> sampledNamed(text);
        };
    }

    private static Mode sampledNamed(String text) {
        for (String[] around : SAMPLED) {
            if (text.startsWith(around[0]) && text.endsWith(around[1])) {
                int calls = number(text.substring(around[0].length(), text.length() - around[1].length()));
                return calls < 2 || calls > MOST ? null : new Mode(calls);
            }
        }
        return null;
    }

    /** 0 where it is none of up to five digits. */
    private static int number(String text) {
        int number = 0;
        for (int i = 0; i < text.length(); i++) {
            char digit = text.charAt(i);
            if (digit < '0' || digit > '9' || i == MOST_DIGITS) {
                return 0;
            }
            number = 10 * number + digit - '0';
        }
        return number;
    }

    /**
     * Of how many calls one is timed.
     *
     * @return 1 where all are, 0 where none is; not asked where the mode is off
     */
    public int oneIn() {
        return Math.max(0, oneIn);
    }

    /**
     * Whether all calls are timed.
     *
     * @return true for {@link #ON}
     */
    public boolean isOn() {
        return oneIn == 1;
    }

    /**
     * Whether calls are neither counted nor timed.
     *
     * @return true for {@link #OFF}
     */
    public boolean isOff() {
        return oneIn < 0;
    }

    /** Written out: the generated ones of a record keep their class alive in the JDK's own tables, and with it an agent that has left. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Mode mode && oneIn == mode.oneIn;
    }

    @Override
    public int hashCode() {
        return oneIn;
    }

    /** The mode as users write it. */
    @Override
    public String toString() {
        return isOn() ? "on" : isOff() ? "off" : oneIn == 0 ? "counted" : "sampled(1/" + oneIn + ')';
    }
}
