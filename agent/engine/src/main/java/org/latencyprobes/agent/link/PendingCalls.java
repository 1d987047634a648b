package org.latencyprobes.agent.link;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The calls of one probe whose stages have not completed. The application's stage holds a token of a JDK type, the token leads to the call,
 * and the call knows the token weakly: where the application drops a stage that never completes, that is noticed, and the room given back.
 *
 * <p>Calls lie in slots, in segments of which each doubles the room. The application's threads add and take them without a lock; threads of
 * the agent's {@link #noticeAbandoned}. Whoever empties a slot by compare-and-set has the call, so it counts once. The token is set before it
 * is handed to the stage, which publishes it.
 */
final class PendingCalls {

    /** Each keeps 152 bytes and a slot. */
    static final int MOST = 100_000;

    private static final int FIRST_SLOTS = 64;
    private static final int SEGMENTS = 12;

    /** More than calls: of looks at places chosen by chance, the fourth or so finds a free one. */
    private static final int MOST_SLOTS = FIRST_SLOTS << SEGMENTS - 1;

    private static final ReferenceQueue<AtomicReference<Object>> COLLECTED = new ReferenceQueue<>();

    private final AtomicReferenceArray<AtomicReferenceArray<Call>> segments = new AtomicReferenceArray<>(SEGMENTS);
    private final AtomicInteger slots = new AtomicInteger(FIRST_SLOTS);
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicLong abandoned = new AtomicLong();

    PendingCalls() {
        segments.set(0, new AtomicReferenceArray<>(FIRST_SLOTS));
    }

    private static final class Call extends WeakReference<AtomicReference<Object>> {

        private final PendingCalls calls;
        private final long startTicks;
        private int slot;

        Call(AtomicReference<Object> token, PendingCalls calls, long startTicks) {
            super(token, COLLECTED);
            this.calls = calls;
            this.startTicks = startTicks;
        }
    }

    /** Has the token lead to a call; false where there is no room for more. */
    boolean add(AtomicReference<Object> token, long startTicks) {
        return add(token, startTicks, ThreadLocalRandom.current());
    }

    /** With whatever chooses slots. */
    boolean add(AtomicReference<Object> token, long startTicks, Random random) {
        int present = size.incrementAndGet();
        if (present > MOST) {
            size.decrementAndGet();
            return false;
        }
        Call call = new Call(token, this, startTicks);
        token.set(call);
        int slot = random.nextInt(slotsFor(present));
        while (!segmentOf(slot).compareAndSet(placeOf(slot), null, call)) {
            slot = random.nextInt(slots.get()); // not the next: calls from before the room was doubled lie side by side
        }
        call.slot = slot;
        return true;
    }

    /** Three quarters of them are used at most, but for the last segment's. */
    private int slotsFor(int calls) {
        int present = slots.get();
        while (calls > present / 4 * 3 && present < MOST_SLOTS) {
            segments.compareAndSet(numberOf(present), null, new AtomicReferenceArray<>(present));
            slots.compareAndSet(present, 2 * present);
            present = slots.get();
        }
        return present;
    }

    /** The first segment holds the slots below {@link #FIRST_SLOTS}, each other one those of one highest bit. */
    private static int numberOf(int slot) {
        return Integer.numberOfLeadingZeros(FIRST_SLOTS - 1) - Integer.numberOfLeadingZeros(slot | FIRST_SLOTS - 1);
    }

    private static int placeOf(int slot) {
        return slot < FIRST_SLOTS ? slot : slot - Integer.highestOneBit(slot);
    }

    private AtomicReferenceArray<Call> segmentOf(int slot) {
        return segments.get(numberOf(slot));
    }

    /** The start of the call that the token leads to; {@link SiteTargets#IGNORED} if it does no more. */
    long take(AtomicReference<Object> token) {
        Call call = (Call) token.getAndSet(null);
        if (call == null || !remove(call)) {
            return SiteTargets.IGNORED;
        }
        call.clear();
        return call.startTicks;
    }

    private boolean remove(Call call) {
        if (!segmentOf(call.slot).compareAndSet(placeOf(call.slot), call, null)) {
            return false;
        }
        size.decrementAndGet();
        return true;
    }

    /** Gives back the room of calls, of all probes, whose stages were collected. */
    static void noticeAbandoned() {
        for (Reference<?> next = COLLECTED.poll(); next != null; next = COLLECTED.poll()) {
            Call call = (Call) next;
            if (call.calls.remove(call)) {
                call.calls.abandoned.getAndIncrement();
            }
        }
    }

    long abandoned() {
        return abandoned.get();
    }

    /** Lets no token lead to anything of ours; not even one that is added meanwhile, if its thread then looks whether we have left. */
    void clear() {
        for (int slot = 0; slot < slots.get(); slot++) {
            Call call = segmentOf(slot).get(placeOf(slot));
            AtomicReference<Object> token = call == null ? null : call.get();
            if (token != null) {
                take(token);
            }
        }
    }
}
