package com.acme;

import java.util.concurrent.ThreadLocalRandom;

/**
 * A shop to try probes on: {@code java Shop.java}. Each order waits 2 ms for a warehouse, copies a book and appends to a journal, whose own
 * thread holds its lock for 40 ms now and then. Another thread asks for a full collection every five seconds.
 */
public final class Shop {

    static final class Journal {
        private final StringBuilder lines = new StringBuilder();

        synchronized void append(String line) {
            lines.append(line);
        }

        synchronized void flush() throws InterruptedException {
            lines.setLength(0);
            Thread.sleep(40);
        }
    }

    static final class OrderService {
        private final Journal journal;
        private volatile byte[][] book = new byte[64][];

        OrderService(Journal journal) {
            this.journal = journal;
        }

        int place(int quantity) throws InterruptedException {
            Thread.sleep(2); // the warehouse
            byte[][] copy = new byte[64][];
            for (int i = 0; i < copy.length; i++) {
                copy[i] = new byte[2048];
            }
            book = copy;
            journal.append("order of " + quantity + "\n");
            return quantity;
        }
    }

    public static void main(String[] arguments) throws Exception {
        Journal journal = new Journal();
        OrderService service = new OrderService(journal);
        for (int thread = 1; thread <= 4; thread++) {
            Thread t = new Thread(() -> {
                try {
                    while (true) {
                        service.place(ThreadLocalRandom.current().nextInt(1000));
                    }
                } catch (InterruptedException e) {
                    return;
                }
            }, "orders-" + thread);
            t.start();
        }
        Thread writer = new Thread(() -> {
            try {
                while (true) {
                    Thread.sleep(350);
                    journal.flush();
                }
            } catch (InterruptedException e) {
                return;
            }
        }, "journal-writer");
        writer.start();
        byte[][] stock = new byte[40_000][];
        for (int i = 0; i < stock.length; i++) {
            stock[i] = new byte[1024];
        }
        while (true) {
            Thread.sleep(5000);
            System.gc();
            if (stock[0] == null) {
                return;
            }
        }
    }
}
