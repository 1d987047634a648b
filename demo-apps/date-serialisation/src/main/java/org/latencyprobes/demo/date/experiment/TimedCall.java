package org.latencyprobes.demo.date.experiment;

import net.openhft.chronicle.core.util.NanoSampler;

/** The probed call with a second, independent recorder around it. Not thread-safe. */
final class TimedCall implements Runnable {

    private final DateSerialiser serialiser = new DateSerialiser();
    private final NanoSampler outer;

    TimedCall(NanoSampler outer) {
        this.outer = outer;
    }

    @Override
    public void run() {
        long startNanos = System.nanoTime();
        serialiser.next();
        outer.sampleNanos(System.nanoTime() - startNanos);
    }
}
