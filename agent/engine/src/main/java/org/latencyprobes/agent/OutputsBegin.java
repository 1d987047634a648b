package org.latencyprobes.agent;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.StackSpace;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.agent.serve.SelectionThreads;
import org.latencyprobes.agent.slow.SlowCalls;
import org.latencyprobes.internal.counts.MemoryCap;
import org.latencyprobes.internal.counts.SlowRing;

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

    /** Where the outputs begin. */
    private enum Place {
        UNDECIDED,
        /** On a thread of the agent's, which is about to begin them or has not ended that. */
        ELSEWHERE,
        /** On the thread that links a probe, unless they have begun. */
        HERE
    }

    /** What {@link MemoryCap} warns of, from threads that link call sites, under locks. No lambda, which would cost the start more. */
    private static final class Warnings implements Consumer<String> {

        @Override
        public void accept(String warning) {
            Log.sayLater(warning);
        }
    }

    private final Owner owner;
    private final Options options;
    private final AtomicReference<Place> place = new AtomicReference<>(Place.UNDECIDED);
    private boolean isFailureSaid;

    OutputsBegin(Owner owner, Options options) {
        this.owner = owner;
        this.options = options;
    }

    /** What the first probes are to find: the memory's limit, and room for their slow calls. */
    void prepareRuntime() {
        MemoryCap.warnTo(new Warnings());
        if (options.memoryBytes() > 0) {
            MemoryCap.cap(options.memoryBytes());
        }
        if (options.slowNanos() != SlowCalls.OFF) {
            SlowRing.open();
        }
    }

    /** At the first class with a probe, on the thread that loads it, or on several at once: the first one has the outputs begun. */
    void beginElsewhere(WarmUpThread warmUp, SelectionThreads others) {
        prepareRuntime();
        if (place.compareAndSet(Place.UNDECIDED, Place.ELSEWHERE)) {
            Runnable begin = new Elsewhere();
            boolean isHandedOver = false;
            try {
                isHandedOver = warmUp.handOver(begin) || others.handOver(begin);
            } finally {
                if (!isHandedOver) {
                    place.set(Place.HERE);
                }
            }
        }
    }

    /** The begin on a thread of the agent's, for which the one that links the first probe does not wait. */
    private final class Elsewhere implements Runnable {

        @Override
        public void run() {
            try {
                begin();
            } finally {
                place.set(Place.HERE);
            }
        }
    }

    /**
     * Begins, unless that is done, or a thread of the agent's is about to. Where the thread has too little stack, the JVM links again. What
     * else fails is said, and the probe records all the same.
     */
    @Override
    public void run() {
        if (!owner.hasBegun() && place.get() != Place.ELSEWHERE) {
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
