package org.latencyprobes.agent.why;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A main class whose virtual threads, which have names, make calls that wait for known things, by default for 3 to 100 ms. An order is a time in ms:
 * so long it does so, and then it prints {@code call=method,thread,start,end,cause:nanos;…} of each. What a wait took until somebody ended it is of its
 * cause, and the rest until the thread ran again a wait for a carrier, or a CPU; so is what stops one that computes. It uses reflection, since it is compiled for a Java version without such threads.
 *
 * <p>Arguments: how many threads, and names of methods that they call, by default all that leave their carrier, and now and then one that computes.
 */
public final class VirtualDelays {

    private static final double SHORTEST_NANOS = 3e6;
    private static final double LONGEST_NANOS = 100e6;

    /** The clock of a thread that has a CPU makes no greater step. */
    private static final long GAP_NANOS = 200_000;

    private static final double COMPUTING_CHANCE = 0.01;
    private static final long COMPUTING_NANOS = 15_000_000;
    private static final int TIMEOUT_MILLIS = 60_000;

    private static final List<String> WAITS =
            List.of("lock", "reentrantLock", "queue", "sleep", "objectWait", "socketRead", "socketReadInTime");

    private static final ExecutorService HELPERS = Executors.newCachedThreadPool();
    private static final Queue<String> DONE = new ConcurrentLinkedQueue<>();

    private final Object monitor = new Object();
    private final ReentrantLock lock = new ReentrantLock();
    private final List<String> methods;
    private final BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
    private final Socket client;
    private final Socket server;
    private final RandomAccessFile pipe;
    private boolean isNotified;
    private volatile long releasedNanos;

    private VirtualDelays(List<String> methods) throws Exception {
        this.methods = methods;
        pipe = methods.contains("pipeRead") ? openPipe() : null;
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            client = new Socket(listening.getInetAddress(), listening.getLocalPort());
            server = listening.accept();
        }
    }

    /** To read from and to write to. */
    private static RandomAccessFile openPipe() throws Exception {
        Path folder = Files.createTempDirectory("pipe");
        Path pipe = folder.resolve("pipe");
        new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start().waitFor();
        RandomAccessFile opened = new RandomAccessFile(pipe.toFile(), "rw");
        Files.delete(pipe);
        Files.delete(folder);
        return opened;
    }

    public static void main(String[] arguments) throws Exception {
        List<String> methods = List.of(arguments).subList(1, arguments.length);
        List<VirtualDelays> callers = new ArrayList<>();
        for (int caller = 0; caller < Integer.parseInt(arguments[0]); caller++) {
            callers.add(new VirtualDelays(methods));
        }
        ThreadFactory factory = virtualThreads();
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in));
        System.out.println("ready");
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Long.parseLong(order));
            List<Thread> threads = new ArrayList<>();
            for (VirtualDelays caller : callers) {
                threads.add(factory.newThread(() -> caller.callUntil(endNanos)));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
            for (String call = DONE.poll(); call != null; call = DONE.poll()) {
                System.out.println("call=" + call);
            }
            System.out.println("done " + order);
        }
        System.exit(0);
    }

    private static ThreadFactory virtualThreads() throws ReflectiveOperationException {
        Class<?> builder = Class.forName("java.lang.Thread$Builder");
        Object named = builder.getMethod("name", String.class, long.class)
                .invoke(Thread.class.getMethod("ofVirtual").invoke(null), "v-", 0L);
        return (ThreadFactory) builder.getMethod("factory").invoke(named);
    }

    private void callUntil(long endNanos) {
        try {
            ThreadLocalRandom random = ThreadLocalRandom.current();
            while (System.nanoTime() - endNanos < 0) {
                double nanos = SHORTEST_NANOS * Math.pow(LONGEST_NANOS / SHORTEST_NANOS, random.nextDouble());
                Truth truth = new Truth();
                if (!methods.isEmpty()) {
                    call(methods.get(random.nextInt(methods.size())), (long) nanos, truth);
                } else if (random.nextDouble() < COMPUTING_CHANCE) {
                    Calls.compute(Math.min(COMPUTING_NANOS, (long) nanos), truth);
                } else {
                    call(WAITS.get(random.nextInt(WAITS.size())), (long) nanos, truth);
                }
                DONE.add(truth.toString());
            }
        } catch (Exception e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    private void call(String method, long nanos, Truth truth) throws Exception {
        switch (method) {
            case "lock" -> {
                hold(nanos, false);
                Calls.lock(this, truth);
            }
            case "reentrantLock" -> {
                hold(nanos, true);
                Calls.reentrantLock(this, truth);
            }
            case "queue" -> {
                later(nanos, () -> queue.add(1));
                Calls.queue(this, truth);
            }
            case "sleep" -> Calls.sleep(nanos, truth);
            case "objectWait" -> {
                later(nanos, this::signal);
                Calls.objectWait(this, truth);
            }
            case "socketRead" -> {
                client.setSoTimeout(0);
                later(nanos, this::answer);
                Calls.socketRead(this, truth);
            }
            case "socketReadInTime" -> {
                client.setSoTimeout(TIMEOUT_MILLIS);
                later(nanos, this::answer);
                Calls.socketReadInTime(this, truth);
            }
            case "pipeRead" -> {
                later(nanos, this::writeToPipe);
                Calls.pipeRead(this, truth);
            }
            case "compute" -> Calls.compute(nanos, truth);
            default -> throw new IllegalArgumentException(method);
        }
    }

    /** Has another thread take the monitor, or the lock, now, and give it back after a time. */
    private void hold(long nanos, boolean isLock) throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        HELPERS.execute(() -> {
            if (isLock) {
                lock.lock();
                rest(held, nanos);
                lock.unlock();
            } else {
                synchronized (monitor) {
                    rest(held, nanos);
                }
            }
        });
        held.await();
    }

    private void rest(CountDownLatch held, long nanos) {
        held.countDown();
        await(nanos);
        releasedNanos = System.nanoTime();
    }

    private void later(long nanos, Runnable work) {
        HELPERS.execute(() -> {
            await(nanos);
            releasedNanos = System.nanoTime();
            work.run();
        });
    }

    private static void await(long nanos) {
        long endNanos = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = endNanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private void signal() {
        synchronized (monitor) {
            isNotified = true;
            monitor.notifyAll();
        }
    }

    private void writeToPipe() {
        try {
            pipe.write(1);
        } catch (Exception e) {
            e.printStackTrace();
        }
    }

    private void answer() {
        try {
            server.getOutputStream().write(1);
        } catch (Exception e) {
            e.printStackTrace();
        }
    }

    /** What one call was slow for. */
    private static final class Truth {

        private final Map<String, Long> nanos = new TreeMap<>();
        private String method;
        private long startNanos;
        private long endNanos;

        void begin(String called) {
            method = called;
            startNanos = System.nanoTime();
        }

        /** It waited until a moment, as far as that is known by now, and then for a carrier. */
        void waited(String cause, long untilNanos) {
            endNanos = System.nanoTime();
            nanos.put(cause, Math.max(0, untilNanos - startNanos));
            nanos.put("cpu-wait", Math.max(0, endNanos - Math.max(startNanos, untilNanos)));
        }

        void computed(long gapNanos) {
            endNanos = System.nanoTime();
            nanos.put("on-cpu", endNanos - startNanos - gapNanos);
            nanos.put("cpu-wait", gapNanos);
        }

        @Override
        public String toString() {
            StringBuilder line = new StringBuilder(
                    method + ',' + Thread.currentThread().getId() + ',' + startNanos + ',' + endNanos + ',');
            nanos.forEach(
                    (cause, time) -> line.append(cause).append(':').append(time).append(';'));
            return line.toString();
        }
    }

    /** The probed calls. */
    private static final class Calls {

        static void lock(VirtualDelays caller, Truth truth) {
            truth.begin("lock");
            synchronized (caller.monitor) {
                truth.waited("lock", caller.releasedNanos);
            }
        }

        static void reentrantLock(VirtualDelays caller, Truth truth) {
            truth.begin("reentrantLock");
            caller.lock.lock();
            truth.waited("lock", caller.releasedNanos);
            caller.lock.unlock();
        }

        static void queue(VirtualDelays caller, Truth truth) throws InterruptedException {
            truth.begin("queue");
            caller.queue.take();
            truth.waited("park", caller.releasedNanos);
        }

        static void sleep(long nanos, Truth truth) throws InterruptedException {
            truth.begin("sleep");
            TimeUnit.NANOSECONDS.sleep(nanos);
            truth.waited("sleep", truth.startNanos + nanos);
        }

        static void objectWait(VirtualDelays caller, Truth truth) throws InterruptedException {
            truth.begin("objectWait");
            synchronized (caller.monitor) {
                while (!caller.isNotified) {
                    caller.monitor.wait();
                }
                caller.isNotified = false;
            }
            truth.waited("wait", caller.releasedNanos);
        }

        static void socketRead(VirtualDelays caller, Truth truth) throws Exception {
            truth.begin("socketRead");
            caller.client.getInputStream().read();
            truth.waited("socket", caller.releasedNanos);
        }

        static void socketReadInTime(VirtualDelays caller, Truth truth) throws Exception {
            truth.begin("socketReadInTime");
            caller.client.getInputStream().read();
            truth.waited("socket", caller.releasedNanos);
        }

        /** Which keeps the carrier. */
        static void pipeRead(VirtualDelays caller, Truth truth) throws Exception {
            truth.begin("pipeRead");
            caller.pipe.read();
            truth.waited("file", caller.releasedNanos);
        }

        static void compute(long nanos, Truth truth) {
            truth.begin("compute");
            long gapNanos = 0;
            long last = truth.startNanos;
            while (last - truth.startNanos < nanos) {
                long now = System.nanoTime();
                gapNanos += now - last > GAP_NANOS ? now - last : 0;
                last = now;
            }
            truth.computed(gapNanos);
        }
    }
}
