package org.latencyprobes.agent.protocol;

import java.util.List;

/**
 * The request that starts the agent where it is not, or changes its options where it is.
 *
 * @param options as after the jar's name in {@code -javaagent}
 * @param leaseMillis after this time the agent leaves by itself, unless that is renewed; 0 to stay. Only for one that starts
 * @param isVisit whether it comes for a question alone, and no loaded class is woven. Only for one that starts
 */
public record AttachRequest(String options, long leaseMillis, boolean isVisit) {

    private static final String NAME = "attach";
    private static final String VISIT = "visit";

    /**
     * For an agent that stays.
     *
     * @param options as after the jar's name in {@code -javaagent}
     */
    public AttachRequest(String options) {
        this(options, 0, false);
    }

    /**
     * Whether a request is one of these.
     *
     * @param request any
     * @return true if {@link #of} reads it
     */
    public static boolean isOne(Request request) {
        return request.command().equals(NAME);
    }

    /**
     * Reads it.
     *
     * @param request any {@link #isOne}
     * @return its parts
     */
    public static AttachRequest of(Request request) {
        List<String> arguments = request.arguments();
        return new AttachRequest(
                arguments.isEmpty() ? "" : arguments.get(0),
                arguments.size() > 1 ? Count.of("ms", arguments.get(1)) : 0,
                arguments.size() > 2 && arguments.get(2).equals(VISIT));
    }

    /** {@return the request as it travels} */
    public Request request() {
        return new Request(
                NAME,
                isVisit
                        ? List.of(options, lease(), VISIT)
                        : leaseMillis > 0 ? List.of(options, lease()) : List.of(options));
    }

    private String lease() {
        return String.valueOf(leaseMillis);
    }
}
