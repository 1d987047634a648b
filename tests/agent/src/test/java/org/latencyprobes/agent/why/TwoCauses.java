package org.latencyprobes.agent.why;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A main class whose calls are short, but for many that sleep 2 ms and make p99.9, and few that wait up to {@value #HELD_MILLIS} ms for a lock, which
 * take much of the time beyond it. It writes each of these into the file that it is given: when it ended, in ms since 1970, its duration
 * in ns by the program's own clock, 1 for a lock, and for how long it waited in ns. A line of its input ends the calls, and its input's end the JVM.
 */
public final class TwoCauses {

    private static final int HELD_MILLIS = 150;
    private static final int SLEEP = 1;
    private static final int LOCKED = 2;
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Queue<String> SLOW = new ConcurrentLinkedQueue<>();

    private static volatile long sink;
    private static volatile boolean isEnough;

    private long waitedNanos;

    private TwoCauses() {}

    public static void main(String[] arguments) throws Exception {
        start("lock-holder", TwoCauses::hold);
        Thread worker = start("worker", () -> new TwoCauses().work());
        start("writer", () -> write(Path.of(arguments[0])));
        System.out.println("ready");
        while (System.in.read() >= 0) {
            isEnough = true;
            worker.join();
            System.out.println("no more calls");
        }
        System.exit(0);
    }

    private interface Work {
        void run() throws Exception;
    }

    private static Thread start(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (Exception e) {
                        e.printStackTrace();
                        System.exit(1);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void hold() throws InterruptedException {
        while (true) {
            LOCK.lock();
            try {
                Thread.sleep(HELD_MILLIS);
            } finally {
                LOCK.unlock();
            }
            Thread.sleep(1);
        }
    }

    private void work() throws InterruptedException {
        SplittableRandom random = new SplittableRandom(17);
        while (!isEnough) {
            int drawn = random.nextInt(80_000);
            int kind = drawn == 0 ? LOCKED : drawn % 1_000 == 1 ? SLEEP : 0;
            long startNanos = System.nanoTime();
            call(kind);
            if (kind != 0) {
                long nanos = System.nanoTime() - startNanos;
                SLOW.add(System.currentTimeMillis() + " " + nanos + " " + (kind == LOCKED ? 1 : 0) + " " + waitedNanos);
            }
        }
    }

    void call(int kind) throws InterruptedException {
        long startNanos = kind == 0 ? 0 : System.nanoTime();
        if (kind == SLEEP) {
            Thread.sleep(2);
        } else if (kind == LOCKED) {
            LOCK.lock();
            LOCK.unlock();
        } else {
            long sum = sink;
            for (int i = 0; i < 200; i++) {
                sum = sum * 31 + i;
            }
            sink = sum;
        }
        waitedNanos = kind == 0 ? 0 : System.nanoTime() - startNanos;
    }

    private static void write(Path file) throws IOException, InterruptedException {
        try (Writer lines = Files.newBufferedWriter(file)) {
            while (true) {
                for (String line = SLOW.poll(); line != null; line = SLOW.poll()) {
                    lines.write(line + "\n");
                }
                lines.flush();
                Thread.sleep(20);
            }
        }
    }
}
