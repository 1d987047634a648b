package org.latencyprobes.demo.date;

import net.openhft.chronicle.core.util.NanoSampler;

/** The probed call with a second, independent recorder around it, after the pressure on the caches. Not thread-safe. */
final class TimedCall implements Runnable {

    private final DateSerialiser serialiser = new DateSerialiser();
    private final CachePressure pressure;
    private final NanoSampler outer;

    TimedCall(NanoSampler outer, int cachePressureBytes) {
        this.pressure = new CachePressure(cachePressureBytes);
        this.outer = outer;
    }

    @Override
    public void run() {
        pressure.touch();
        long startNanos = System.nanoTime();
        serialiser.next();
        outer.sampleNanos(System.nanoTime() - startNanos);
    }
}
