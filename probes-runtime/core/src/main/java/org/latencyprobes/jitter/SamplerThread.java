package org.latencyprobes.jitter;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A daemon thread that samples for as long as it is told to. */
final class SamplerThread extends Thread {

    private final Consumer<BooleanSupplier> loop;
    private volatile boolean running = true;

    SamplerThread(String name, Consumer<BooleanSupplier> loop) {
        super(null, null, name, 0, false);
        this.loop = loop;
        setDaemon(true);
    }

    @Override
    public void run() {
        loop.accept(() -> running);
    }

    void end() {
        running = false;
        LockSupport.unpark(this);
        try {
            join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
