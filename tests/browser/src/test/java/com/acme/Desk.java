package com.acme;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Orders that are slow for two reasons: many wait 1 to 3 ms for a lock, and few wait 20 to 60 ms before they try again. Collections come now and
 * then. It ends with its standard input.
 */
public final class Desk {

    private static final Object BOOK = new Object();
    private static final byte[][] RECENT = new byte[4_096][];

    private Desk() {}

    /**
     * Opens the desk.
     *
     * @param arguments none
     * @throws java.io.IOException if the standard input is broken
     */
    public static void main(String[] arguments) throws java.io.IOException {
        start("orders-1", Desk::orders);
        start("orders-2", Desk::orders);
        start("book-writer", Desk::write);
        System.out.println("open");
        System.in.transferTo(java.io.OutputStream.nullOutputStream());
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void orders() {
        for (int order = 0; ; order++) {
            place(order);
            LockSupport.parkNanos(1_000);
        }
    }

    private static void place(int order) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        spin(4_000 - (long) (3_000 * Math.log(1 - random.nextDouble())));
        synchronized (BOOK) {
            RECENT[order % RECENT.length] = new byte[random.nextInt(2_000)];
        }
        if (random.nextInt(8_000) == 0) {
            retry(random.nextInt(20, 60));
        }
    }

    private static void retry(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void write() {
        while (true) {
            synchronized (BOOK) {
                spin(ThreadLocalRandom.current().nextLong(1_200_000, 3_000_000));
            }
            LockSupport.parkNanos(40_000_000);
        }
    }

    private static void spin(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }
}
