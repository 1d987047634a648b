package org.latencyprobes.agent.protocol;

/** The form of counts among the arguments of requests. Stateless. */
public final class Count {

    private Count() {}

    /**
     * Reads a count.
     *
     * @param name of the argument, for a refusal
     * @param value its text
     * @return 0 or more
     * @throws BadArgumentException if it is anything else
     */
    public static long of(String name, String value) {
        return of(name, value, Long.MAX_VALUE);
    }

    /**
     * Reads how many rows of a table are wanted.
     *
     * @param value its text
     * @return 0 or more
     * @throws BadArgumentException if it is anything else
     */
    public static int ofRows(String value) {
        return (int) of("number of rows", value, Integer.MAX_VALUE);
    }

    private static long of(String name, String value, long most) {
        long count = numberOrMinusOne(value);
        if (count < 0 || count > most) {
            throw new BadArgumentException(
                    name + " \"" + value + "\" is not allowed; it takes whole numbers from 0 to " + most);
        }
        return count;
    }

    private static long numberOrMinusOne(String value) {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
