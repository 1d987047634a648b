package org.latencyprobes.demo.fix.measure;

import java.util.concurrent.locks.LockSupport;

/** The ways in which the generator waits until the next message is due. */
enum WaitStrategy {

    /** Keeps its CPU: exact, where there is one for it. */
    SPIN {
        @Override
        void await() {
            Thread.onSpinWait();
        }
    },

    /** Lets others have the CPU who want it, and asks again. */
    YIELD {
        @Override
        void await() {
            Thread.yield();
        }
    },

    /** Sleeps for as short as the system can: late by tens of µs. */
    PARK {
        @Override
        void await() {
            LockSupport.parkNanos(1);
        }
    };

    abstract void await();
}
