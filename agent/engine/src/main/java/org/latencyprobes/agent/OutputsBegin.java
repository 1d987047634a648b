package org.latencyprobes.agent;

import java.util.concurrent.Executor;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.StackSpace;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.agent.slow.SlowCalls;
import org.latencyprobes.counts.Memory;
import org.latencyprobes.counts.SlowRing;

/**
 * The begin of a session's outputs at its first probe: on the thread that warms up, else on another of the agent's, else on the one that links
 * the probe. Thread-safe.
 */
final class OutputsBegin implements Runnable {

    /** Whose outputs they are. */
    interface Owner {

        /** Whether outputs are there, or about to be. */
        boolean hasBegun();

        /** Begins them, unless that is done. */
        void beginOutputs();
    }

    private static final int STACK_BYTES = 64 << 10;

    private final Owner owner;
    private final Options options;
    private volatile boolean isElsewhere;
    private boolean isFailureSaid;

    OutputsBegin(Owner owner, Options options) {
        this.owner = owner;
        this.options = options;
    }

    /** What the first probes are to find: the memory's limit, and room for their slow calls. */
    void prepareRuntime() {
        Memory.warnTo(new MemoryWarnings());
        if (options.memoryBytes() > 0) {
            Memory.cap(options.memoryBytes());
        }
        if (options.slowNanos() != SlowCalls.OFF) {
            SlowCalls.openRing(options.slowNanos());
        }
    }

    /** At the first class with a probe, on the thread that loads it. */
    void beginElsewhere(WarmUpThread warmUp, Executor others) {
        prepareRuntime();
        isElsewhere = true;
        if (!warmUp.handOver(new Elsewhere())) {
            isElsewhere = false;
            others.execute(this);
        }
    }

    /** The begin on the thread that warms up, for which the one that links the first probe does not wait. */
    private final class Elsewhere implements Runnable {

        @Override
        public void run() {
            try {
                begin();
            } finally {
                isElsewhere = false;
            }
        }
    }

    /**
     * Begins, unless that is done, or the thread that warms up is about to. Where the thread has too little stack, the JVM links again. What
     * else fails is said, and the probe records all the same.
     */
    @Override
    public void run() {
        if (!owner.hasBegun() && !isElsewhere) {
            StackSpace.require(STACK_BYTES);
            begin();
        }
    }

    private synchronized void begin() {
        try {
            owner.beginOutputs();
        } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
            SlowRing.close(); // nobody empties it
            if (!isFailureSaid) {
                isFailureSaid = true;
                Log.sayLater(
                        "probes record, but nothing is written, since outputs could not begin: " + Log.describe(e));
            }
        }
    }
}
