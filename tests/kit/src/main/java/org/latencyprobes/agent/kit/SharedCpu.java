package org.latencyprobes.agent.kit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One CPU, of those that tests may use, which busy processes and a JVM share. Closing ends the processes. */
public final class SharedCpu implements AutoCloseable {

    private static final Pattern ALLOWED = Pattern.compile("Cpus_allowed_list:\\s*(\\d+)");

    /** The loop within asks seldom, and computes. */
    private static final String UNTIL_ORPHANED =
            "while kill -0 $PPID 2> /dev/null; do i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done; done";

    private final List<Process> busy = new ArrayList<>();
    private final String cpu;

    /** Starts processes that compute on the CPU without end. */
    public SharedCpu(int processes) throws IOException {
        Matcher allowed = ALLOWED.matcher(Files.readString(Path.of("/proc/self/status")));
        cpu = allowed.find() ? allowed.group(1) : "0";
        try {
            for (int i = 0; i < processes; i++) {
                busy.add(new ProcessBuilder("taskset", "-c", cpu, "sh", "-c", UNTIL_ORPHANED).start());
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** Has a JVM, once started, use this CPU alone. */
    public ForkedJvm pinned(ForkedJvm jvm) {
        return jvm.afterShell("taskset -cp " + cpu + " $$ > /dev/null || exit 9");
    }

    @Override
    public void close() {
        busy.forEach(Process::destroyForcibly);
    }
}
