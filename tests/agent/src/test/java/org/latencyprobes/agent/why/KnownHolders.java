package org.latencyprobes.agent.why;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BooleanSupplier;

/**
 * A main class whose calls wait for what other threads hold, which it knows by its own log: in turns one thread, another one, and both one after the
 * other. It prints a line for each call: what it waited for, its thread, its begin and end as {@link System#nanoTime} counts, and for how much of
 * that in ns the thread {@code odd} and the thread {@code even} held it. Its input's end ends it.
 */
public final class KnownHolders {

    private static final int HELD_MILLIS = 25;

    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    private final Semaphore semaphore = new Semaphore(1);
    private final ExecutorService caller;
    private final List<ExecutorService> holders;

    private KnownHolders(boolean isVirtual) {
        caller = executor("caller", isVirtual);
        holders = List.of(executor("odd", isVirtual), executor("even", isVirtual));
    }

    static ExecutorService executor(String name, boolean isVirtual) {
        return Executors.newSingleThreadExecutor(task -> isVirtual ? virtual(name, task) : daemon(name, task));
    }

    static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** By reflection: the tests are compiled for JDK 17. */
    private static Thread virtual(String name, Runnable task) {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            type.getMethod("name", String.class).invoke(builder, name);
            return (Thread) type.getMethod("unstarted", Runnable.class).invoke(builder, task);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What a call waits for, and how it is held. */
    private interface Held {
        void take() throws Exception;

        void give();

        boolean isAwaited();
    }

    private record OfLock(Lock lock, BooleanSupplier awaited) implements Held {
        @Override
        public void take() {
            lock.lock();
        }

        @Override
        public void give() {
            lock.unlock();
        }

        @Override
        public boolean isAwaited() {
            return awaited.getAsBoolean();
        }
    }

    private record OfPermit(Semaphore semaphore) implements Held {
        @Override
        public void take() throws InterruptedException {
            semaphore.acquire();
        }

        @Override
        public void give() {
            semaphore.release();
        }

        @Override
        public boolean isAwaited() {
            return semaphore.hasQueuedThreads();
        }
    }

    public static void main(String[] arguments) throws Exception {
        KnownHolders known = new KnownHolders(arguments.length > 0);
        daemon("rounds", known::rounds).start();
        while (System.in.read() >= 0) {}
        System.exit(0);
    }

    private void rounds() {
        try {
            for (int round = 0; ; round++) {
                call(round, "lock", this::lock, new OfLock(lock, lock::hasQueuedThreads));
                call(round, "write", this::write, new OfLock(both.writeLock(), both::hasQueuedThreads));
                call(round, "readers", this::write, new OfLock(both.readLock(), both::hasQueuedThreads));
                call(round, "semaphore", this::semaphore, new OfPermit(semaphore));
                callOfFuture();
                System.out.println("round " + round);
            }
        } catch (Exception e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private static long[] timed(Work work) throws Exception {
        long startNanos = System.nanoTime();
        work.run();
        return new long[] {Thread.currentThread().getId(), startNanos, System.nanoTime()};
    }

    /** One thread holds it, or the other, or one after the other: who is first alternates. Two cannot queue for what all may have. */
    private void call(int round, String what, Work work, Held held) throws Exception {
        boolean areTwo = round % 3 == 2 && !what.equals("readers");
        List<Future<long[]>> times = new ArrayList<>();
        List<Integer> who = new ArrayList<>();
        BooleanSupplier[] isCalling = {() -> false};
        for (int at = 0; at < (areTwo ? 2 : 1); at++) {
            int holder = (round + at) % 2;
            CompletableFuture<Void> isTaken = new CompletableFuture<>();
            who.add(holder);
            times.add(holders.get(holder).submit(() -> {
                held.take();
                long takenNanos = System.nanoTime();
                isTaken.complete(null);
                hold(held, isCalling);
                long[] time = {takenNanos, System.nanoTime()};
                held.give();
                return time;
            }));
            if (at == 0) {
                isTaken.get();
            } else {
                until(held::isAwaited);
            }
        }
        CompletableFuture<Thread> calling = new CompletableFuture<>();
        Future<long[]> call = caller.submit(() -> {
            calling.complete(Thread.currentThread());
            return timed(work);
        });
        Thread thread = calling.get();
        isCalling[0] = () -> thread.getState() == Thread.State.WAITING;
        print(what, call.get(), who, times);
    }

    private static void print(String what, long[] called, List<Integer> who, List<Future<long[]>> times)
            throws Exception {
        long[] heldNanos = new long[2];
        for (int at = 0; at < times.size(); at++) {
            long[] time = times.get(at).get();
            heldNanos[who.get(at)] = Math.max(0, Math.min(time[1], called[2]) - Math.max(time[0], called[1]));
        }
        System.out.println("call=" + what + ',' + called[0] + ',' + called[1] + ',' + called[2] + ',' + heldNanos[0]
                + ',' + heldNanos[1]);
    }

    private static void hold(Held held, BooleanSupplier[] isCalling) throws InterruptedException {
        until(() -> isCalling[0].getAsBoolean());
        Thread.sleep(HELD_MILLIS);
    }

    static void until(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(1);
        }
    }

    private void callOfFuture() throws Exception {
        CompletableFuture<String> done = new CompletableFuture<>();
        Future<long[]> call = caller.submit(() -> timed(() -> future(done)));
        holders.get(0).submit(() -> {
            Thread.sleep(HELD_MILLIS);
            return done.complete("done");
        });
        print("future", call.get(), List.of(), List.of());
    }

    void lock() {
        lock.lock();
        lock.unlock();
    }

    void write() {
        both.writeLock().lock();
        both.writeLock().unlock();
    }

    void semaphore() throws InterruptedException {
        semaphore.acquire();
        semaphore.release();
    }

    void future(CompletableFuture<String> done) throws Exception {
        done.get();
    }
}
