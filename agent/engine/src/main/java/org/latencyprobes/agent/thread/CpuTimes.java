package org.latencyprobes.agent.thread;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The CPU times of threads, exact to the moment. Thread-safe; asking allocates nothing. */
final class CpuTimes {

    private final ThreadMXBean bean;

    private CpuTimes(ThreadMXBean bean) {
        this.bean = bean;
    }

    /** Null where this JVM does not tell them. */
    static CpuTimes open() {
        try {
            ThreadMXBean bean = ManagementFactory.getThreadMXBean();
            return bean.isThreadCpuTimeSupported() && bean.isThreadCpuTimeEnabled() ? new CpuTimes(bean) : null;
        } catch (LinkageError | RuntimeException noManagement) {
            return null;
        }
    }

    /** −1 where the thread has ended, or somebody has switched them off. */
    long nanos(long threadId) {
        return bean.getThreadCpuTime(threadId);
    }
}
