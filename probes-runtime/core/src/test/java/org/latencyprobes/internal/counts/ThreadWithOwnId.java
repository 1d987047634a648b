package org.latencyprobes.internal.counts;

/** A thread of a class that overrides the id, which may be a probe itself or throw. */
final class ThreadWithOwnId extends Thread {

    private ThreadWithOwnId(Runnable task) {
        super(task);
    }

    /** Given as a thread, so that a test need not load this class on a JDK that refuses it. */
    static Thread of(Runnable task) {
        return new ThreadWithOwnId(task);
    }

    @Override
    @SuppressWarnings("deprecation") // since JDK 19, where it is final
    public long getId() {
        for (StackTraceElement caller : new Throwable().getStackTrace()) {
            if (caller.getClassName().startsWith(Stripes.class.getPackageName())
                    && !caller.getClassName().equals(ThreadWithOwnId.class.getName())) {
                throw new AssertionError("asked by " + caller);
            }
        }
        return super.getId();
    }
}
