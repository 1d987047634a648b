package org.latencyprobes.jmh;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.TextResult;
import org.openjdk.jmh.runner.IterationType;

/**
 * A profiler of JMH that writes what probes record in measured iterations as histogram logs, for {@code -prof
 * org.latencyprobes.jmh.ProbesProfiler}. Each benchmark with its parameters gets a folder, and each fork a file in it: {@code fork1.hlog}
 * and so on, {@code fork0.hlog} without forks. Files of an earlier start are replaced. Warm-up is left out. A fork is one run, so the folder is a
 * side of the command {@code compare}.
 *
 * <p>Options follow after a colon, separated by semicolons: {@code dir} is the folder of the folders, by default the working directory.
 * {@code agent} starts each fork with the agent; its value is that of {@code -javaagent}: a jar, or a jar, {@code =} and the agent's options.
 * Probes that code records need no agent.
 *
 * <p><b>Implementation.</b> JMH makes one instance in the JVM that starts the forks, which adds to their command line, and one in each fork,
 * which writes. JMH calls each from one thread.
 */
public final class ProbesProfiler implements ExternalProfiler, InternalProfiler {

    /** Tells a fork its file; empty in a fork that warms up. */
    private static final String FILE = "org.latencyprobes.jmh.file";

    private final ProfilerOptions options;
    private int forks;
    private IterationLog log;

    /**
     * Creates the profiler. JMH calls this.
     *
     * @param options what follows the colon; may be empty
     * @throws ProfilerException if an option is not known, or the agent's jar is not there
     */
    public ProbesProfiler(String options) throws ProfilerException {
        this.options = ProfilerOptions.of(options);
    }

    @Override
    public String getDescription() {
        return "Latency Probes: what probes record in measured iterations, as .hlog files";
    }

    @Override
    public Collection<String> addJVMInvokeOptions(BenchmarkParams params) {
        return List.of();
    }

    /** JMH asks once for each fork, in their order. */
    @Override
    public Collection<String> addJVMOptions(BenchmarkParams params) {
        if (forks == 0) {
            deleteFormer(folder(params));
        }
        forks++;
        String file = "-D" + FILE + '=' + (isWarmUp(params) ? "" : fork(params));
        return options.agent().isEmpty()
                ? List.of(file)
                : List.of(file, "-Dlatencyprobes.report=off", "-javaagent:" + options.agent());
    }

    private boolean isWarmUp(BenchmarkParams params) {
        return forks <= params.getWarmupForks();
    }

    private Path folder(BenchmarkParams params) {
        return options.folder().resolve(params.id().replace('%', '_'));
    }

    private Path fork(BenchmarkParams params) {
        int number = params.getForks() == 0 ? 0 : forks - params.getWarmupForks();
        return folder(params).resolve("fork" + number + ".hlog");
    }

    /** An earlier start may have had more forks. */
    private static void deleteFormer(Path folder) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "fork*.hlog")) {
            for (Path file : files) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void beforeTrial(BenchmarkParams params) {
        // the fork begins by itself
    }

    @Override
    public Collection<TextResult> afterTrial(BenchmarkResult result, long pid, File out, File err) {
        return isWarmUp(result.getParams()) ? List.of() : List.of(written(fork(result.getParams())));
    }

    private static TextResult written(Path file) {
        return new TextResult(
                Files.exists(file)
                        ? "written: " + file + "\n"
                        : "no probe recorded anything in measured iterations. Probes of @Probe need the agent, by -prof "
                                + ProbesProfiler.class.getName() + ":agent=latency-probes-agent.jar",
                "probes");
    }

    @Override
    public boolean allowPrintOut() {
        return true;
    }

    @Override
    public boolean allowPrintErr() {
        return true;
    }

    @Override
    public void beforeIteration(BenchmarkParams params, IterationParams iteration) {
        if (!isMeasured(iteration)) {
            return;
        }
        Path file = Path.of(System.getProperty(FILE, fork(params).toString()));
        try {
            logOf(file).begin();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Without forks, this JVM runs all benchmarks. */
    private IterationLog logOf(Path file) throws IOException {
        if (log == null || !log.path().equals(file)) {
            if (log != null) {
                log.close();
            }
            log = new IterationLog(file);
        }
        return log;
    }

    @Override
    public Collection<TextResult> afterIteration(
            BenchmarkParams params, IterationParams iteration, IterationResult result) {
        if (!isMeasured(iteration)) {
            return List.of();
        }
        try {
            log.end();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.of();
    }

    private static boolean isMeasured(IterationParams iteration) {
        return iteration.getType() == IterationType.MEASUREMENT && !"".equals(System.getProperty(FILE));
    }
}
