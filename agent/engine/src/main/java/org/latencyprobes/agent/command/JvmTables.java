package org.latencyprobes.agent.command;

import static org.latencyprobes.agent.control.Column.number;
import static org.latencyprobes.agent.control.Column.text;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.Collectors;
import org.latencyprobes.agent.base.OpenFiles;
import org.latencyprobes.agent.control.Answer;

/**
 * Facts about the JVM for the head of a report: program, processors, heap, collectors, flags. What needs {@code java.management} is left out
 * where a runtime lacks it, or has too few open files to load it. Stateless.
 */
public final class JvmTables {

    /** Name of the facts. Sizes are in bytes. */
    public static final String FACTS = "jvm";

    /** Name of the table of collectors: how often each has run since the JVM's start, and for how long. */
    public static final String COLLECTORS = "collectors";

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
        Runtime runtime = Runtime.getRuntime();
        answer.facts(FACTS)
                .fact(text("main"), SnapshotTables.mainClass())
                .fact(text("vm"), System.getProperty("java.vm.name") + ", " + System.getProperty("java.vendor"))
                .fact(TailTables.moment("jvmStartMillis"), SnapshotTables.jvmStartMillis())
                .fact(number("processors"), runtime.availableProcessors())
                .fact(number("heapUsedBytes"), runtime.totalMemory() - runtime.freeMemory())
                .fact(number("heapCommittedBytes"), runtime.totalMemory())
                .fact(number("heapMaxBytes"), runtime.maxMemory());
        try {
            OpenFiles.requireFreeForBeans();
            answer.fact(
                    text("flags"), flags(ManagementFactory.getRuntimeMXBean().getInputArguments()));
            memory(answer);
            answer.table(COLLECTORS, text("collector"), number("collections"), number("millis"));
            for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
                answer.row(bean.getName(), bean.getCollectionCount(), bean.getCollectionTime());
            }
        } catch (LinkageError | RuntimeException noBeans) {
            return answer;
        }
        return answer;
    }

    /** The memory of the machine, or of the container where that limits it. */
    private static void memory(Answer answer) {
        try {
            if (ManagementFactory.getOperatingSystemMXBean()
                    instanceof com.sun.management.OperatingSystemMXBean system) {
                answer.fact(number("memoryBytes"), system.getTotalMemorySize());
            }
        } catch (LinkageError noManagementOfTheJdk) {
            return;
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
