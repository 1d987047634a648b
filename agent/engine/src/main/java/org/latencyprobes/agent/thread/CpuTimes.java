package org.latencyprobes.agent.thread;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongUnaryOperator;
import org.latencyprobes.agent.base.OpenFiles;

/** The CPU times of threads, exact to the moment. Thread-safe. Asking allocates 48 bytes until the JIT compiler spares them. */
final class CpuTimes implements LongUnaryOperator {

    private final ThreadMXBean bean;

    private CpuTimes(ThreadMXBean bean) {
        this.bean = bean;
    }

    /** Null where this JVM does not tell them. */
    static CpuTimes open() {
        try {
            OpenFiles.requireFreeForBeans();
            ThreadMXBean bean = ManagementFactory.getThreadMXBean();
            return bean.isThreadCpuTimeSupported() && bean.isThreadCpuTimeEnabled() ? new CpuTimes(bean) : null;
        } catch (LinkageError | RuntimeException noManagement) {
            return null;
        }
    }

    /** −1 where the thread has ended, or somebody has switched them off. */
    @Override
    public long applyAsLong(long threadId) {
        return bean.getThreadCpuTime(threadId);
    }
}
