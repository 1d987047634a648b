package org.latencyprobes.demo.date;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/** Runs experiments, each in a new JVM with the agent. */
final class ChildJvms {

    /** Stands in for an exit code when the runner had to end the child itself. */
    static final int ENDED_BY_RUNNER = -1;

    private static final long POLL_MILLIS = 500;

    private final JavaRuntime java;
    private final Path agentJar;
    private final OutputFolder output;

    ChildJvms(JavaRuntime java, Path agentJar, OutputFolder output) {
        this.java = java;
        this.agentJar = agentJar;
        this.output = output;
    }

    /**
     * Runs one experiment to its end.
     *
     * @param mostMillis after which the child is ended
     * @param tick is told now and then how many ms have passed
     * @return the child's exit code
     */
    int run(Experiment experiment, int round, long mostMillis, LongConsumer tick)
            throws IOException, InterruptedException {
        long startNanos = System.nanoTime();
        Process process = new ProcessBuilder(command(experiment, round))
                .redirectErrorStream(true)
                .redirectOutput(output.log(experiment, round).toFile())
                .start();
        Thread killer = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(killer);
        try {
            while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                long passedMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
                tick.accept(passedMillis);
                if (passedMillis > mostMillis) {
                    return ENDED_BY_RUNNER;
                }
            }
            return process.exitValue();
        } finally {
            process.destroyForcibly();
            Runtime.getRuntime().removeShutdownHook(killer);
        }
    }

    /** The agent's options travel as system properties: in the agent's argument a comma in a path would end the option. */
    private List<String> command(Experiment experiment, int round) throws IOException {
        List<String> command = new ArrayList<>(List.of(java.executable().toString(), "-javaagent:" + agentJar));
        command.addAll(java.flags());
        command.addAll(List.of(
                "-Xms512m",
                "-Xmx512m",
                "-Djmh.ignoreLock=true",
                "-Dlatencyprobes.report=" + output.exitReport(experiment, round),
                "-Dlatencyprobes.jitter=hiccup",
                "-Dlatencyprobes.hlog=" + output.histogramLog(experiment, round),
                "-cp",
                classPath(),
                ExperimentMain.class.getName(),
                experiment.id(),
                output.settings().toString(),
                output.result(experiment, round).toString()));
        return command;
    }

    private static String classPath() {
        return System.getProperty("java.class.path");
    }
}
