package org.latencyprobes.agent.classfile;

/** The kinds of methods, by how each is woven. */
public enum MethodKind {
    /** A method that is timed until it returns or throws. */
    METHOD,
    /** A method that is timed until it returns. */
    CONSTRUCTOR,
    /** A method that returns something that completes later; it is timed until then. */
    ASYNC,
    /** A Kotlin function that may suspend; it is timed until it has really returned. */
    SUSPEND;

    /**
     * The kind of a method, by its own signature alone.
     *
     * @param name the method's
     * @param descriptor the method's
     * @return how it is woven
     */
    public static MethodKind of(String name, String descriptor) {
        if (name.equals(MethodOutline.CONSTRUCTOR)) {
            return CONSTRUCTOR;
        }
        if (AsyncTypes.isSuspending(descriptor)) {
            return SUSPEND;
        }
        return AsyncTypes.isStage(descriptor) || AsyncTypes.isPublisher(descriptor) ? ASYNC : METHOD;
    }
}
