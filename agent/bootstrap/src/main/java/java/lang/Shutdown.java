package java.lang;

/** The used part of the JDK's class of this name, which javac does not show; it is in no jar. */
final class Shutdown {

    private Shutdown() {}

    /**
     * Adds a hook.
     *
     * @param slot from 0 to 9, which is run last
     * @param registerShutdownInProgress whether that is allowed while hooks run, for a slot whose turn has not come
     * @param hook what is run then, on the thread that ends the JVM
     * @throws InternalError if the slot is taken
     * @throws IllegalStateException if it is too late
     */
    static void add(int slot, boolean registerShutdownInProgress, Runnable hook) {
        throw new UnsupportedOperationException();
    }
}
