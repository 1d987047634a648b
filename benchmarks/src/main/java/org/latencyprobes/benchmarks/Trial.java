package org.latencyprobes.benchmarks;

/**
 * The smallest piece of measuring: one JVM.
 *
 * @param title what runs, for people
 * @param estimatedMillis how long it takes, about
 * @param action runs it and keeps its figures
 */
record Trial(String title, long estimatedMillis, Action action) {

    /** Runs one JVM. */
    @FunctionalInterface
    interface Action {
        void run() throws Exception;
    }
}
