package org.latencyprobes.benchmarks.subject;

import java.util.concurrent.atomic.LongAdder;

/** The helper of Byteman's rules: it takes count and sum of all calls. Each thread keeps when its calls began. */
public class BytemanTimer {

    private static final int DEEPEST = 64;
    private static final LongAdder CALLS = new LongAdder();
    private static final LongAdder NANOS = new LongAdder();
    private static final ThreadLocal<Starts> STARTS = ThreadLocal.withInitial(Starts::new);

    static final class Starts {
        private final long[] nanos = new long[DEEPEST];
        private int depth;
    }

    /** Called by Byteman. */
    public BytemanTimer() {}

    /** Called by Byteman at a method's entry. */
    public void enter() {
        Starts starts = STARTS.get();
        starts.nanos[starts.depth++] = System.nanoTime();
    }

    /** Called by Byteman at a method's exit. */
    public void exit() {
        long endNanos = System.nanoTime();
        Starts starts = STARTS.get();
        NANOS.add(endNanos - starts.nanos[--starts.depth]);
        CALLS.increment();
    }
}
