package org.latencyprobes.demo.common;

/** The ways in which the generator waits until the next message is due, with names as on the command line. */
public enum WaitStrategy {

    /** Spins: exact, if there is a CPU for it. */
    spin {
        @Override
        void await() {
            Thread.onSpinWait();
        }
    },

    /** Yields the CPU to others that want it. */
    yield {
        @Override
        void await() {
            Thread.yield();
        }
    };

    abstract void await();
}
