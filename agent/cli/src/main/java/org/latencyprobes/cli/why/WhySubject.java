package org.latencyprobes.cli.why;

/**
 * What slow calls are of: a JVM that runs, or a recording of one.
 *
 * @param pid the JVM's process id; 0 where it is not known
 * @param recording the name of the recording's file; empty for a JVM that runs
 * @param main the main class or jar of a JVM that runs; empty where it is not known
 */
record WhySubject(long pid, String recording, String main) {

    boolean isRecording() {
        return !recording.isEmpty();
    }

    String title() {
        return isRecording()
                ? recording + (pid == 0 ? "" : ", of process " + pid)
                : (main.isEmpty() ? "" : main + ", ") + "process " + pid;
    }
}
