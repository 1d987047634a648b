package org.latencyprobes.agent.thread;

import org.latencyprobes.agent.base.ProcFile;

/**
 * What one thread did between the last two looks that found a call on it: a carrier of virtual threads, as a rule. For how long it ran is
 * exact, by its CPU time. Where it did not run all the time, the kernel's files tell what it did else, once they are found.
 *
 * <p><b>In a system call</b>, or waiting for a page, at the moment of the look: the rest is not told, as without files.
 *
 * <p><b>Running, or ready to</b>: the rest is a wait for a CPU as far as the kernel's run delay has grown. The kernel adds a wait once it is
 * over, so of one that goes on nothing is known yet. A thread that was ready at both looks and did not run at all has waited; its run delay,
 * once it comes, is not told again. What comes and does not fit into the time between two looks belongs to a wait that began before, whose
 * begin was left untold. It makes up for the next one's. So waits for a CPU are never more than run delay, and a thread that waits in native
 * code and runs in turns gets none.
 *
 * <p>Which of running and ready a thread is at a moment would not tell: whoever looks has just taken a CPU from it. The sampler reads and the agent's other thread
 * brings files: what both use is locked. Reading allocates nothing.
 */
final class CarrierReadings extends KernelFiles {

    /** What it does not run for in so small a part of the time is not asked for. */
    private static final double SMALL = 0.02;

    private static final long NOT_READ = -1;

    private long look;
    private long atNanos;
    private long cpuNanos;
    private long passedNanos;
    private long ranNanos;
    private long waitedNanos;
    private double presentShare;
    private boolean isReady;
    private boolean isTold;

    private long toldDelayNanos = NOT_READ;
    private long restNanos; // since that was read
    private long owedNanos; // run delay that is not told yet; below 0 where more is
    private long readingNanos;

    @Override
    synchronized void follow(long id) {
        super.follow(id);
        look = 0;
        isReady = false;
    }

    long look() {
        return look;
    }

    long atNanos() {
        return atNanos;
    }

    /**
     * Reads.
     *
     * @param number of the look
     * @param cpu the thread's CPU time; below 0 for unknown
     * @param mayAsk whether files may be read
     */
    synchronized void read(long number, long nowNanos, long cpu, boolean mayAsk) {
        boolean wasReady = isReady && look == number - 1;
        boolean isFirst = look == 0 || cpu < 0 || cpuNanos < 0;
        passedNanos = Math.max(1, nowNanos - atNanos);
        ranNanos = isFirst ? NOT_READ : Math.min(passedNanos, Math.max(0, cpu - cpuNanos));
        waitedNanos = 0;
        presentShare = Double.NaN;
        look = number;
        atNanos = nowNanos;
        cpuNanos = cpu;
        readingNanos = 0;
        long rest = passedNanos - ranNanos;
        isReady = !isFirst && rest < SMALL * passedNanos;
        isTold = isReady && systemCall() != null;
        restNanos += rest;
        if (!isFirst && !isReady) {
            if (SystemCalls.areKnown()) {
                want();
            }
            if (systemCall() != null && mayAsk) {
                ask(rest, wasReady && ranNanos == 0);
            }
        }
    }

    private void ask(long rest, boolean isAllWait) {
        long run = readRanNanos();
        long delay = delayNanos();
        if (run == ProcFile.UNKNOWN || Math.abs(cpuNanos - run) > ThreadReadings.LAG_NANOS) {
            close();
            return;
        }
        long beganNanos = System.nanoTime();
        isReady = SystemCalls.isReady(systemCall());
        readingNanos = System.nanoTime() - beganNanos;
        isTold = toldDelayNanos != NOT_READ;
        if (isTold && isReady) {
            owedNanos += Math.max(
                    0, delay - toldDelayNanos - (restNanos - rest)); // what was not asked for may have been waits
            waitedNanos = isAllWait ? rest : Math.min(rest, Math.max(0, owedNanos));
            owedNanos = Math.min(owedNanos - waitedNanos, ThreadTimes.LONGEST_LOOK_NANOS);
        } else {
            owedNanos = 0;
        }
        toldDelayNanos = delay;
        restNanos = 0;
    }

    /** How long the kernel took to tell at the last reading. */
    long readingNanos() {
        return readingNanos;
    }

    /**
     * The share of the time since the reading before in which it ran; NaN where there was none.
     *
     * @param isWhole whether one call had the thread all that time; else it is the chance that it runs now, and NaN where only {@link #shareNow}
     *     tells
     */
    double ran(boolean isWhole) {
        if (ranNanos == NOT_READ || !isWhole && !isTold) {
            return Double.NaN;
        }
        if (isWhole || ranNanos > (1 - SMALL) * passedNanos) {
            return ranNanos / (double) passedNanos;
        }
        return isReady ? ranNanos / (double) Math.max(1, ranNanos + waitedNanos) : 0;
    }

    /** The same of waiting for a CPU; 0 where that is not known. */
    double waited(boolean isWhole) {
        if (isWhole || ranNanos > (1 - SMALL) * passedNanos) {
            return waitedNanos / (double) passedNanos;
        }
        return isTold && isReady ? 1 - ran(false) : 0;
    }

    /** The share of the moments since the last reading in which it ran; NaN where that is not known, or not {@linkplain #measureNow measured}. */
    double shareNow() {
        return presentShare;
    }

    void measureNow(long nowNanos, long cpu) {
        presentShare = cpu < 0 || cpuNanos < 0
                ? Double.NaN
                : Math.min(1, Math.max(0, (cpu - cpuNanos) / (double) Math.max(1, nowNanos - atNanos)));
    }

    @Override
    synchronized void close() {
        super.close();
        isTold = false;
        toldDelayNanos = NOT_READ;
        owedNanos = 0;
    }
}
