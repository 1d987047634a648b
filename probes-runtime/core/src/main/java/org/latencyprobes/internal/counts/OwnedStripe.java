package org.latencyprobes.internal.counts;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A stripe that belongs to one platform thread as long as that lives: it alone adds there, plainly. It has the thread's {@linkplain OpenCalls open calls}, too.
 *
 * <p><b>Ownership.</b> A thread claims a free stripe by compare-and-set of the owner. The owner is compared by identity. Only the owner can find itself here, and nobody changes that while it lives. So the owner's check is a plain read.
 *
 * <p><b>Hand-over.</b> A thread of a reader releases the stripe when {@link Thread#isAlive} of the owner has returned false. That follows (in
 * the happens-before order) all that the owner did. The release pairs with the next claim. So the next owner sees all counts, and two
 * threads never add at once.
 */
final class OwnedStripe extends OpenCalls {

    private static final VarHandle OWNER = owner();

    /** Its place in tables by stripe. */
    final int number;

    /** Its entry in the table of stripes; the owner's to write. */
    private int entry;

    private Thread owner;

    OwnedStripe(int number) {
        super(number);
        this.number = number;
    }

    /** Whether this is the calling thread's; any answer but true for itself means nothing a moment later. */
    boolean isOf(Thread current) {
        return owner == current;
    }

    /** Makes the calling thread the owner; false if another is. */
    boolean claim(Thread current) {
        return OWNER.compareAndSet(this, null, current);
    }

    @Override
    public int index() {
        return number - Stripes.COUNT;
    }

    int entry() {
        return entry;
    }

    void entry(int nowEntry) {
        entry = nowEntry;
    }

    boolean isFree() {
        return OWNER.getAcquire(this) == null;
    }

    /** Null where there is none. */
    Thread livingOwner() {
        Thread present = (Thread) OWNER.getAcquire(this);
        return present != null && present.isAlive() ? present : null;
    }

    boolean hasOwnerEnded() {
        Thread present = (Thread) OWNER.getAcquire(this);
        return present != null && !present.isAlive();
    }

    /** By the owner, which adds no more, or once it has ended. */
    void release() {
        forget();
        OWNER.setRelease(this, null);
    }

    private static VarHandle owner() {
        try {
            return MethodHandles.lookup().findVarHandle(OwnedStripe.class, "owner", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
