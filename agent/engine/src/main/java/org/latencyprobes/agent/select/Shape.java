package org.latencyprobes.agent.select;

/** How a method is woven. */
public enum Shape {
    /** Timed until it returns or throws. */
    METHOD,
    /** Timed until it returns. */
    CONSTRUCTOR,
    /** Returns something that completes later; timed until then. */
    ASYNC,
    /** A Kotlin function that may suspend; timed until it has really returned. */
    SUSPEND;

    private static final String CONSTRUCTOR_NAME = "<init>";

    /**
     * The shape of a method, by its own signature alone.
     *
     * @param name the method's
     * @param descriptor the method's
     * @return how it is woven
     */
    public static Shape of(String name, String descriptor) {
        if (name.equals(CONSTRUCTOR_NAME)) {
            return CONSTRUCTOR;
        }
        if (LaterTypes.isSuspending(descriptor)) {
            return SUSPEND;
        }
        return LaterTypes.isStage(descriptor) || LaterTypes.isPublisher(descriptor) ? ASYNC : METHOD;
    }
}
