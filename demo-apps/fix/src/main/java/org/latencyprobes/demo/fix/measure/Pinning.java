package org.latencyprobes.demo.fix.measure;

import java.io.IOException;
import net.openhft.affinity.Affinity;

/** A way to pin threads to CPUs. A thread that a pinned one starts is pinned as well: so are the threads of engines. */
final class Pinning {

    private Pinning() {}

    /** Pins the calling thread, unless it is to be {@link Workload.Threads#NOT_PINNED}. */
    static void to(int cpu) {
        if (cpu != Workload.Threads.NOT_PINNED) {
            Affinity.setAffinity(cpu);
        }
    }

    /** An action that starts threads. */
    interface Start<T> {
        T start() throws IOException;
    }

    /** Starts something whose threads are all to be pinned. The calling thread stays as it is. */
    static <T> T pinned(int cpu, Start<T> start) throws IOException {
        if (cpu == Workload.Threads.NOT_PINNED) {
            return start.start();
        }
        var before = Affinity.getAffinity();
        Affinity.setAffinity(cpu);
        try {
            return start.start();
        } finally {
            Affinity.setAffinity(before);
        }
    }
}
