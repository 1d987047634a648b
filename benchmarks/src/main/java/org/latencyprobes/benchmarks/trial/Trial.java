package org.latencyprobes.benchmarks.trial;

/**
 * A JVM that measures one thing: the smallest unit of the benchmarks.
 *
 * @param title what runs, for people
 * @param estimatedMillis how long it takes, about
 * @param action runs it and keeps its figures
 */
public record Trial(String title, long estimatedMillis, Action action) {

    /** An action that runs one JVM. */
    @FunctionalInterface
    public interface Action {
        void run() throws Exception;
    }
}
