package org.latencyprobes.agent.browser;

import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.latencyprobes.annotation.Probe;
import org.latencyprobes.probe.LatencyProbe;

/**
 * A small shop whose orders are probed, under load until it is told {@code rest}. Told {@code names}, it records into probes that are named to
 * break a page. Told {@code many}, it has a thousand probes more. It ends with its standard input.
 */
public final class Shop {

    /** A name that is no text where it is taken for HTML. */
    static final String HOSTILE = "<img src=x onerror=\"document.title='broken'\">";

    private static final int MANY = 1_000;
    private static final int ORDERS_A_SECOND = 2_000;

    private static volatile boolean isOpen = true;
    private static volatile List<LatencyProbe> more = List.of();

    private Shop() {}

    public static void main(String[] arguments) {
        Thread load = new Thread(Shop::load, "orders");
        load.setDaemon(true);
        load.start();
        System.out.println("open");
        Scanner input = new Scanner(System.in);
        while (input.hasNextLine()) {
            switch (input.nextLine()) {
                case "rest" -> isOpen = false;
                case "names" ->
                    LatencyProbe.named(HOSTILE, "desk", "</script><script>document.title='broken'</script>")
                            .sampleNanos(1_000_000);
                case "many" -> more = many();
                default -> throw new IllegalArgumentException();
            }
            System.out.println("done");
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
        while (true) {
            if (isOpen) {
                place();
                for (LatencyProbe probe : more) {
                    probe.sampleNanos(ThreadLocalRandom.current().nextLong(100, 1_000_000));
                }
            }
            LockSupport.parkNanos(1_000_000_000 / ORDERS_A_SECOND);
        }
    }

    @Probe("Shop.place")
    private static void place() {
        validate();
        long spins = Math.round(2_000 / (1 - ThreadLocalRandom.current().nextDouble() * 0.9999));
        for (long i = 0; i < spins; i++) {
            Thread.onSpinWait();
        }
    }

    @Probe("Shop.validate")
    private static void validate() {
        Thread.onSpinWait();
    }
}
