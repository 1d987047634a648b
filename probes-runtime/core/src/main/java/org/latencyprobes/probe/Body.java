package org.latencyprobes.probe;

/**
 * A piece of code to be timed.
 *
 * @param <T> what it returns
 * @param <E> what it may throw
 */
@FunctionalInterface
public interface Body<T, E extends Throwable> {

    /**
     * Runs the code.
     *
     * @return its result
     * @throws E as the code does
     */
    T run() throws E;
}
