package org.latencyprobes.internal.jitter;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.latencyprobes.internal.thread.DaemonThread;

/** A daemon thread that samples for as long as it is told to. */
final class SamplerThread implements Runnable {

    private final Thread thread;
    private final Consumer<BooleanSupplier> loop;
    private volatile boolean running = true;

    SamplerThread(String name, Consumer<BooleanSupplier> loop) {
        this.loop = loop;
        thread = DaemonThread.lasting(name, this);
    }

    void start() {
        thread.start();
    }

    @Override
    public void run() {
        loop.accept(() -> running);
    }

    void end() {
        running = false;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
