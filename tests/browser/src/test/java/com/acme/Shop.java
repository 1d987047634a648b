package com.acme;

import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.latencyprobes.annotation.Probe;
import org.latencyprobes.probe.LatencyProbe;

/**
 * A small shop whose orders are probed, under load until it is told {@code rest}. Told {@code names}, it records into a probe that is named to
 * break a page. Told {@code audit}, it keeps orders waiting for half a second. Told {@code many}, it has a thousand probes more. It ends with its standard input.
 */
public final class Shop {

    /** A name that is no text where it is taken for HTML. */
    public static final String HOSTILE = "<img src=x onerror=\"document.title='broken'\">";

    private static final int MANY = 1_000;
    private static final int ORDERS_A_SECOND = 2_000;

    private static final Object LEDGER = new Object();
    private static volatile boolean isOpen = true;
    private static volatile boolean isAtRest;
    private static volatile List<LatencyProbe> more = List.of();
    private static volatile Object kept;

    private Shop() {}

    /**
     * Opens the shop.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        start("orders", Shop::load);
        start("ledger", Shop::settle);
        System.out.println("open");
        Scanner input = new Scanner(System.in);
        while (input.hasNextLine()) {
            String command = input.nextLine();
            obey(command);
            System.out.println("done " + command);
        }
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void obey(String command) {
        switch (command) {
            case "rest" -> {
                isOpen = false;
                while (!isAtRest) {
                    Thread.onSpinWait();
                }
            }
            case "names" ->
                LatencyProbe.named(HOSTILE, "desk", "</script><script>document.title='broken'</script>")
                        .recordNanos(1_000_000);
            case "audit" -> {
                synchronized (LEDGER) {
                    LockSupport.parkNanos(500_000_000);
                }
            }
            case "many" -> more = many();
            default -> throw new IllegalArgumentException(command);
        }
    }

    private static List<LatencyProbe> many() {
        List<LatencyProbe> probes = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            probes.add(LatencyProbe.named("Shelf" + i + ".count"));
        }
        return probes;
    }

    private static void load() {
        while (isOpen) {
            place();
            find();
            for (LatencyProbe probe : more) {
                probe.recordNanos(ThreadLocalRandom.current().nextLong(100, 1_000_000));
            }
            LockSupport.parkNanos(1_000_000_000 / ORDERS_A_SECOND);
        }
        isAtRest = true;
    }

    /** Some thousand steps; few orders have very many. */
    @Probe("Shop.place")
    private static void place() {
        validate();
        spin(500 / (1 - ThreadLocalRandom.current().nextDouble() * 0.999));
        synchronized (LEDGER) {
            kept = new byte[8 << 10];
        }
    }

    @Probe("Shop.validate")
    private static void validate() {
        spin(100);
    }

    @Probe("Shop.find")
    private static void find() {
        spin(200 * Math.exp(ThreadLocalRandom.current().nextGaussian()));
    }

    /** Now and then keeps orders waiting. */
    private static void settle() {
        while (isOpen) {
            synchronized (LEDGER) {
                spin(200_000);
            }
            LockSupport.parkNanos(250_000_000);
        }
    }

    private static void spin(double steps) {
        for (long i = 0; i < steps; i++) {
            Thread.onSpinWait();
        }
    }
}
