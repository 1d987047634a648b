package org.latencyprobes.agent.protocol;

/**
 * The argument with which a command loads the agent's jar into a running JVM: nothing is asked but that the agent's socket be open. The
 * launcher takes the first line, the jar, away. Where nobody answers at a socket then, the system property {@link #PLACE} says why.
 *
 * @param nonce tells the answer from those to others
 * @param process that is meant, as it names itself
 */
public record OpenArgument(String nonce, String process) {

    /** The system property that tells where the socket is, or why there is none, behind the nonce and a blank. */
    public static final String PLACE = "latencyprobes.agent.socket";

    /** How a place begins that is none. */
    public static final String NONE = "none: ";

    /** The place while an agent leaves. */
    public static final String LEAVING = NONE + "the agent is leaving";

    private static final String JAR = "jar=";
    private static final String OPEN = "open=";

    /**
     * Writes it.
     *
     * @param jar of the agent, as the JVM sees it
     * @return a text of which {@link #parse} reads what is behind the first line; some 100 characters and the jar's path
     */
    public String text(String jar) {
        return JAR + jar + '\n' + OPEN + nonce + ' ' + process;
    }

    /**
     * Reads it.
     *
     * @param text what the launcher hands on
     * @return null if it is something else
     */
    public static OpenArgument parse(String text) {
        if (!text.startsWith(OPEN)) {
            return null;
        }
        String[] words = text.substring(OPEN.length()).strip().split(" ", 2);
        return new OpenArgument(words[0], words.length > 1 ? words[1] : "");
    }

    /**
     * What the property says to whoever asked.
     *
     * @param value of the property; null where it is not set
     * @return the place; null if that is for somebody else
     */
    public String place(String value) {
        return value != null && value.startsWith(nonce + ' ') ? value.substring(nonce.length() + 1) : null;
    }

    /**
     * Says where the socket is. Throws nothing.
     *
     * @param place its path, or {@link #NONE} and the reason
     */
    public void answer(String place) {
        try {
            System.setProperty(PLACE, nonce + ' ' + place);
        } catch (SecurityException e) {
            return; // of the application's: who waits says that there was no answer
        }
    }
}
