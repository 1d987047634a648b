package org.latencyprobes.demo.common;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
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
    private final Thread thread = new Thread(this::loop, "generator");
    private final AtomicReference<EventHandler> handler = new AtomicReference<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean stopped;
    private volatile Throwable failure;

    /** Creates a loop that has not started. */
    public GeneratorLoop(WaitStrategy waiting) {
        this.waiting = waiting;
        thread.setDaemon(true);
    }

    /**
     * Lets JLBH send until it is {@link #over} or {@link #broken}.
     *
     * @param keepsSchedule whether it sends from this loop; if not, from its own, which forgets how late it was
     */
    public void drive(JLBH jlbh, boolean keepsSchedule) throws InterruptedException {
        if (keepsSchedule) {
            start();
            inBackground(() -> jlbh.eventLoopHandler(this));
        } else {
            inBackground(jlbh::start);
        }
        over.await();
        stop();
    }

    /** JLBH waits for the end of the warm-up where it is started. If that broke, it would wait for ever. */
    private void inBackground(Runnable work) {
        Thread starter = new Thread(work, "jlbh");
        starter.setUncaughtExceptionHandler((thread, reason) -> broken(reason));
        starter.setDaemon(true);
        starter.start();
    }

    /** Says that all was sent and answered. */
    public void over() {
        over.countDown();
    }

    /** Says that it can't go on. The first reason stays. */
    public synchronized void broken(Throwable reason) {
        if (failure == null) {
            failure = reason;
            over();
        }
    }

    /** Why it could not go on; null if it could. */
    public Throwable failure() {
        return failure;
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
            broken(e);
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
