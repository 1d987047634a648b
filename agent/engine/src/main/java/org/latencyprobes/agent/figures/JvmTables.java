package org.latencyprobes.agent.figures;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.latencyprobes.agent.base.OpenFiles;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.state.CollectorRow;
import org.latencyprobes.agent.protocol.state.JvmFacts;

/**
 * Facts about the JVM for the head of a report: program, processors, heap, collectors, flags. What needs {@code java.management} is left out
 * where a runtime lacks it, or has too few open files to load it. Stateless.
 */
public final class JvmTables {

    private static final int MOST_FLAGS_CHARS = 1_000;

    /** Their values are commands and not flags. */
    private static final List<String> COMMANDS = List.of("-XX:OnError=", "-XX:OnOutOfMemoryError=", "-Xdump:");

    private JvmTables() {}

    /**
     * Adds the tables.
     *
     * @param answer gets them
     * @return the answer
     */
    public static Answer to(Answer answer) {
        String flags = null;
        Long memoryBytes = null;
        List<CollectorRow> collectors = null;
        try {
            OpenFiles.requireFreeForBeans();
            flags = flags(ManagementFactory.getRuntimeMXBean().getInputArguments());
            memoryBytes = memoryBytes();
            collectors = new ArrayList<>();
            for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
                collectors.add(new CollectorRow(bean.getName(), bean.getCollectionCount(), bean.getCollectionTime()));
            }
        } catch (LinkageError | RuntimeException noBeans) {
            collectors = null;
        }
        Runtime runtime = Runtime.getRuntime();
        answer.add(
                JvmFacts.NAME,
                new JvmFacts(
                        SnapshotTables.mainClass(),
                        System.getProperty("java.vm.name") + ", " + System.getProperty("java.vendor"),
                        SnapshotTables.jvmStartMillis(),
                        runtime.availableProcessors(),
                        runtime.totalMemory() - runtime.freeMemory(),
                        runtime.totalMemory(),
                        runtime.maxMemory(),
                        flags,
                        memoryBytes));
        return collectors == null ? answer : answer.add(CollectorRow.TABLE, CollectorRow.class, collectors);
    }

    /** The memory of the machine, or of the container where that limits it; null where that is not known. */
    private static Long memoryBytes() {
        try {
            return ManagementFactory.getOperatingSystemMXBean()
                            instanceof com.sun.management.OperatingSystemMXBean system
                    ? system.getTotalMemorySize()
                    : null;
        } catch (LinkageError noManagementOfTheJdk) {
            return null;
        }
    }

    /** Those of the JVM and the names of agents, without system properties, commands and options of agents, which may hold secrets. */
    static String flags(List<String> arguments) {
        String flags = arguments.stream()
                .filter(argument -> argument.matches("-(X|javaagent:|agentlib:|agentpath:).*"))
                .filter(argument -> COMMANDS.stream().noneMatch(argument::startsWith))
                .map(JvmTables::withoutOptionsOfAgents)
                .collect(Collectors.joining(" "));
        return flags.length() > MOST_FLAGS_CHARS ? flags.substring(0, MOST_FLAGS_CHARS) + " …" : flags;
    }

    private static String withoutOptionsOfAgents(String argument) {
        boolean isOldStyle = argument.startsWith("-Xrun"); // as in -Xrunjdwp:address=…
        return argument.startsWith("-X") && !isOldStyle ? argument : argument.split(isOldStyle ? ":" : "=", 2)[0];
    }
}
