package org.latencyprobes.agent.thread;

import java.io.File;
import java.util.List;
import org.latencyprobes.agent.base.ProcFile;

/**
 * The search for the kernel's files about a Java thread: one of its times, and one of its system call. Java does not tell the kernel's number of a thread. So the file is that of the first
 * kernel thread with exactly the same CPU time, to the ns, before and after a reading. Two threads hardly ever have the same; of two that do,
 * it may be the wrong one. A thread that runs all the time is found in a later search. For one thread.
 */
final class KernelFileSearch {

    /** How many are held of each thread. */
    static final int FILES = 2;

    private static final String TASKS = "/proc/self/task";
    private static final String FILE = "/schedstat";
    private static final String SYSTEM_CALL = "/syscall";
    private static final int BYTES = 96;
    private static final int RUN_NANOS = 0;
    private static final int TRIES = 3;

    /** What a running thread's file may lag behind, with room. */
    private static final long NEAR_NANOS = 50_000_000;

    private final CpuTimes cpuTimes;

    KernelFileSearch(CpuTimes cpuTimes) {
        this.cpuTimes = cpuTimes;
    }

    /** Looks at each thread of the process once, and gives files to those whose thread was found. */
    void search(List<? extends KernelFiles> wanted) {
        String[] tasks = new File(TASKS).list();
        if (tasks == null) {
            return;
        }
        long beganNanos = System.nanoTime();
        long[] ids = wanted.stream().mapToLong(KernelFiles::threadId).toArray();
        long[] cpu = new long[ids.length];
        ProcFile[] found = new ProcFile[ids.length];
        for (int i = 0; i < ids.length; i++) {
            cpu[i] = cpuTimes.applyAsLong(ids[i]);
        }
        for (String task : tasks) {
            ProcFile file = ProcFile.open(TASKS + '/' + task + FILE, BYTES);
            int at = file == null ? -1 : match(file, ids, cpu, found, beganNanos);
            if (at >= 0) {
                found[at] = file;
                give(wanted.get(at), ids[at], task, file);
            } else {
                ProcFile.closeAll(file);
            }
        }
    }

    private static void give(KernelFiles wanted, long id, String task, ProcFile file) {
        ProcFile systemCall =
                SystemCalls.areKnown() ? ProcFile.open(TASKS + '/' + task + SYSTEM_CALL, SystemCalls.BYTES) : null;
        if (!wanted.give(id, file, systemCall)) {
            ProcFile.closeAll(file, systemCall);
        }
    }

    /** Of which of the threads the file is taken to be: of the first that has no file yet and the same CPU time; −1 for none. */
    private int match(ProcFile file, long[] ids, long[] cpu, ProcFile[] found, long beganNanos) {
        file.read();
        long run = file.number(RUN_NANOS);
        long mostNanos = System.nanoTime() - beganNanos + NEAR_NANOS;
        for (int i = 0; i < ids.length; i++) {
            if (run > 0 && found[i] == null && Math.abs(run - cpu[i]) < mostNanos && isExactly(file, ids[i])) {
                return i;
            }
        }
        return -1;
    }

    private boolean isExactly(ProcFile file, long id) {
        for (int i = 0; i < TRIES; i++) {
            long before = cpuTimes.applyAsLong(id);
            file.read();
            if (before == cpuTimes.applyAsLong(id)) { // it did not run meanwhile
                return before > 0 && before == file.number(RUN_NANOS);
            }
        }
        return false;
    }
}
