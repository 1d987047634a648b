package org.latencyprobes.demo.fix.measure;

import java.util.concurrent.locks.LockSupport;

/** The ways in which the generator waits until the next message is due. */
enum WaitStrategy {

    /** Spins: exact, if there is a CPU for it. */
    SPIN {
        @Override
        void await() {
            Thread.onSpinWait();
        }
    },

    /** Yields the CPU to others that want it. */
    YIELD {
        @Override
        void await() {
            Thread.yield();
        }
    },

    /** Sleeps as short as the system can, and is late by tens of µs. */
    PARK {
        @Override
        void await() {
            LockSupport.parkNanos(1);
        }
    };

    abstract void await();
}
