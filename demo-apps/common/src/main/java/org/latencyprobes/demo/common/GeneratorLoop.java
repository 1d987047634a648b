package org.latencyprobes.demo.common;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import net.openhft.chronicle.core.threads.EventHandler;
import net.openhft.chronicle.core.threads.EventLoop;
import net.openhft.chronicle.core.threads.InvalidEventHandlerException;
import net.openhft.chronicle.jlbh.JLBH;

/**
 * The thread that JLBH sends from. On an event loop JLBH keeps to its schedule, whatever delays a message. Its own loop ({@code start})
 * begins the schedule anew after each wait, and forgets how late the generator itself was.
 */
public final class GeneratorLoop implements EventLoop {

    private static final long NO_HANDLER_PARK_NANOS = 100_000;

    private final WaitStrategy waiting;
    private final Runnable pin;
    private final Consumer<Throwable> broken;
    private final Thread thread = new Thread(this::loop, "generator");
    private final AtomicReference<EventHandler> handler = new AtomicReference<>();
    private volatile boolean stopped;

    /**
     * Creates a loop that has not started.
     *
     * @param pin is run on its thread first
     * @param broken is told what ended the thread, if something does
     */
    public GeneratorLoop(WaitStrategy waiting, Runnable pin, Consumer<Throwable> broken) {
        this.waiting = waiting;
        this.pin = pin;
        this.broken = broken;
        thread.setDaemon(true);
    }

    /** Lets JLBH send from this thread, and returns at once. */
    public void drive(JLBH jlbh) {
        start();
        inBackground(() -> jlbh.eventLoopHandler(this), broken);
    }

    /**
     * Runs something on a daemon thread of its own. JLBH waits for the end of the warm-up where it is started. If that broke, it would wait for
     * ever.
     */
    public static void inBackground(Runnable work, Consumer<Throwable> broken) {
        Thread starter = new Thread(work, "jlbh");
        starter.setUncaughtExceptionHandler((thread, failure) -> broken.accept(failure));
        starter.setDaemon(true);
        starter.start();
    }

    @Override
    public String name() {
        return thread.getName();
    }

    /** Sets the handler, in place of the one before, which has ended. */
    @Override
    public void addHandler(EventHandler next) {
        handler.set(next);
        unpause();
    }

    @Override
    public void start() {
        thread.start();
    }

    @Override
    public void unpause() {
        LockSupport.unpark(thread);
    }

    @Override
    public void stop() {
        stopped = true;
        unpause();
    }

    @Override
    public boolean isAlive() {
        return thread.isAlive();
    }

    @Override
    public boolean isStopped() {
        return stopped;
    }

    @Override
    public void close() {
        stop();
    }

    @Override
    public boolean isClosed() {
        return stopped;
    }

    private void loop() {
        try {
            pin.run();
            EventHandler last = null;
            while (!stopped) {
                EventHandler current = handler.get();
                if (current != last && current != null) {
                    current.loopStarted();
                }
                last = current;
                if (current == null) {
                    LockSupport.parkNanos(NO_HANDLER_PARK_NANOS);
                } else {
                    act(current);
                }
            }
        } catch (Throwable e) {
            broken.accept(e);
        }
    }

    private void act(EventHandler current) {
        try {
            if (!current.action()) {
                waiting.await();
            }
        } catch (InvalidEventHandlerException e) {
            handler.compareAndSet(current, null);
        }
    }
}
