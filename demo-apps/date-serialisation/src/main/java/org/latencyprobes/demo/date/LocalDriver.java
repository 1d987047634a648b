package org.latencyprobes.demo.date;

import net.openhft.chronicle.core.util.NanoSampler;

/** A driver that makes the call on its own thread. */
final class LocalDriver implements Driver {

    private final TimedCall call;
    private final CachePressure pressure;

    LocalDriver(NanoSampler outer, int cachePressureBytes) {
        call = new TimedCall(outer);
        pressure = new CachePressure(cachePressureBytes);
    }

    /** Applies the pressure before the call, where a real application would do other work. */
    @Override
    public long call(long startNanos) {
        pressure.touch();
        call.run();
        return startNanos;
    }
}
