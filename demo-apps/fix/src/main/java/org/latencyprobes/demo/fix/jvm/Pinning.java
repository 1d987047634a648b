package org.latencyprobes.demo.fix.jvm;

import java.io.IOException;
import java.util.BitSet;
import java.util.stream.Stream;
import net.openhft.affinity.Affinity;

/** A way to pin threads to CPUs. A thread that a pinned one starts is pinned as well: so are the threads of engines. */
public final class Pinning {

    private Pinning() {}

    /** Pins the calling thread to some CPUs, such as {@code 0,1}; nothing leaves it as it is. */
    public static void to(String cpus) {
        if (!cpus.isEmpty()) {
            Affinity.setAffinity(
                    Stream.of(cpus.split(",")).map(Integer::valueOf).collect(BitSet::new, BitSet::set, BitSet::or));
        }
    }

    /** An action that starts threads. */
    public interface Start<T> {
        T start() throws IOException;
    }

    /** Starts something whose threads are all to be pinned. The calling thread stays as it is. */
    public static <T> T pinned(String cpus, Start<T> start) throws IOException {
        if (cpus.isEmpty()) {
            return start.start();
        }
        var before = Affinity.getAffinity();
        to(cpus);
        try {
            return start.start();
        } finally {
            Affinity.setAffinity(before);
        }
    }
}
