package org.latencyprobes.agent.thread;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.base.TemporaryLoader;
import org.latencyprobes.agent.slow.InitialisedClasses;
import org.latencyprobes.agent.slow.ThreadIds;

/**
 * The virtual threads that are parked for a socket. The JDK's pollers have them in maps by file descriptor; the thread itself shows no more
 * than one that sleeps, or is parked without a word. The maps are read as they are at a moment, and nobody waits for that.
 *
 * <p>{@link #tend} is for one thread, all else for another. To read allocates an iterator for each map.
 */
final class SocketThreads {

    private static final String PACKAGE = "sun.nio.ch";
    private static final String POLLER = PACKAGE + ".Poller";
    private static final int LEAST_PLACES = 64;

    /** With more of them it is not told who waits. */
    private static final int MOST_THREADS = 16_384;

    private final Instrumentation instrumentation;
    private final InitialisedClasses initialised;
    private volatile List<Map<?, ?>> maps = List.of();
    private volatile Class<?> poller;
    private volatile boolean isOpen;
    private boolean isBroken;
    private boolean areTold;

    /** Ids of threads, each at the first free place from its own on. */
    private long[] ids = new long[LEAST_PLACES];

    /** Knows of no thread yet. */
    SocketThreads(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
        initialised = InitialisedClasses.of(instrumentation);
        isBroken = initialised == null;
    }

    /** Finds the maps, once they are there: before that no thread waits so. To initialise the JDK's class would start threads. */
    void tend() {
        if (isOpen || isBroken) {
            return;
        }
        try {
            poller = Class.forName(POLLER, false, null);
            if (initialised.contains(poller)) {
                maps = maps(TemporaryLoader.opened(instrumentation, poller.getModule(), PACKAGE), poller);
                isOpen = true;
            }
        } catch (Throwable anotherJdk) {
            isBroken = true;
        }
    }

    private static List<Map<?, ?>> maps(MethodHandles.Lookup opened, Class<?> poller) throws Throwable {
        MethodHandles.Lookup inPoller = MethodHandles.privateLookupIn(poller, opened);
        List<Map<?, ?>> maps = new ArrayList<>();
        for (Object pollers : pollers(opened, inPoller, poller)) {
            for (int at = 0; at < Array.getLength(pollers); at++) {
                maps.add((Map<?, ?>)
                        inPoller.findGetter(poller, "map", Map.class).invoke(Array.get(pollers, at)));
            }
        }
        return maps;
    }

    /** Two arrays. Since JDK 22 another object has them. */
    private static List<Object> pollers(MethodHandles.Lookup opened, MethodHandles.Lookup inPoller, Class<?> poller)
            throws Throwable {
        Class<?> array = poller.arrayType();
        try {
            Class<?> type = Class.forName(POLLER + "$Pollers", false, null);
            Object all = inPoller.findStaticGetter(poller, "POLLERS", type).invoke();
            MethodHandles.Lookup inside = MethodHandles.privateLookupIn(type, opened);
            return List.of(
                    inside.findGetter(type, "readPollers", array).invoke(all),
                    inside.findGetter(type, "writePollers", array).invoke(all));
        } catch (ClassNotFoundException older) {
            return List.of(
                    inPoller.findStaticGetter(poller, "READ_POLLERS", array).invoke(),
                    inPoller.findStaticGetter(poller, "WRITE_POLLERS", array).invoke());
        }
    }

    /** How many wait now. */
    int size() {
        List<Map<?, ?>> present = maps;
        int size = 0;
        for (int at = 0; at < present.size(); at++) {
            size += present.get(at).size();
        }
        return size;
    }

    /** Whether those are all that waited when they were read. Not where this JDK does not tell, nor for a moment after the first one came. */
    boolean areTold() {
        return areTold;
    }

    /** Reads which threads wait now. */
    void read() {
        Class<?> type = poller;
        int most = size();
        areTold = most <= MOST_THREADS && (isOpen || type != null && !initialised.contains(type));
        List<Map<?, ?>> present = areTold ? maps : List.of();
        if (areTold && 4 * most > ids.length) {
            ids = new long[Integer.highestOneBit(8 * most)];
        } else {
            Arrays.fill(ids, 0);
        }
        int room = ids.length / 2;
        for (int at = 0; at < present.size(); at++) {
            for (Object value : present.get(at).values()) {
                if (value instanceof Thread thread && room-- > 0) {
                    ids[place(ThreadIds.of(thread))] = ThreadIds.of(thread);
                }
            }
        }
    }

    /** Whether a thread was among them. */
    boolean contains(Thread thread) {
        long id = ThreadIds.of(thread);
        return ids[place(id)] == id;
    }

    /** Where it is, or would be. */
    private int place(long id) {
        int at = (int) id & ids.length - 1;
        while (ids[at] != 0 && ids[at] != id) {
            at = at + 1 & ids.length - 1;
        }
        return at;
    }
}
