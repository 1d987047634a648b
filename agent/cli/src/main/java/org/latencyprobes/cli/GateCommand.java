package org.latencyprobes.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.cli.compare.GateRun;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The command {@code gate}: whether recordings keep rules. */
final class GateCommand extends Subcommand {

    private final Supplier<Path> rules = value(parameter(Path.class, "<rules>", "0")
            .description("A file with one rule a line.")
            .build());

    private final Supplier<List<String>> runs = value(words("<run>", "1..*", "1..*")
            .description("A file, which is one run, or a folder or glob with a file for each run.")
            .build());

    private final Supplier<List<String>> baseline = value(repeatable("<log>", "--baseline")
            .description("A file, folder or glob of runs to compare with. May be given more than once.")
            .build());

    private final Supplier<Boolean> paired =
            flag("--paired", "Compare with the baseline in pairs of runs, the first ones with each other, and so on.");

    private final Supplier<Path> spread = value(option(Path.class, "<file>", "--spread")
            .description(
                    "How much runs differ, for sides of fewer than five runs: a file that compare --save-spread wrote.")
            .build());

    private final Supplier<Path> junit = value(option(Path.class, "<file>", "--junit")
            .description("Write a report in the form of JUnit's, too.")
            .build());

    private final Supplier<Boolean> markdown = flag("--markdown", "Print Markdown, such as for a pull request.");

    private final Supplier<Boolean> skipBad =
            flag("--skip-bad", "Skip damaged lines and say how many; otherwise the first one is wrong input.");

    GateCommand() {
        super(
                "gate",
                "Judge histogram logs by rules, for a build: passed, failed or inconclusive.",
                "%nThe file of rules has one rule a line; a line that begins with # is a comment:%n",
                "  p99 of \"price\" <= 200us",
                "  p99 of \"price\" <= 1.2 x baseline (confidence 95 %%)",
                "  errors of \"price\" <= 0.1 %%",
                "  jitter p99.9 <= 5ms else inconclusive",
                "%nA latency rule fails only if its whole interval is beyond the limit; errors and jitter have no interval."
                        + " docs/compare.md explains it.");
        spec().usageMessage().abbreviateSynopsis(true);
        spec().usageMessage()
                .exitCodeList(UsageMessageSpec.keyValuesMap(
                        "0:passed", "1:failed", "2:wrong rules, logs or command line", "5:inconclusive"));
        examples("gate rules.txt today.hlog", "gate rules.txt runs/new --baseline runs/old --junit target/gate.xml");
    }

    @Override
    public Integer call() {
        if (markdown.get() && isJson()) {
            throw usageError("standard output takes either --markdown or --json");
        }
        if (paired.get() && baseline.get().isEmpty()) {
            throw usageError("--paired needs --baseline");
        }
        if (paired.get() && spread.get() != null) {
            throw usageError("--paired needs five runs a side, --spread is for fewer; give one of them");
        }
        Answer answer = new GateRun(
                        rules.get(), runs.get(), baseline.get(), spread.get(), paired.get(), skipBad.get(), junit.get())
                .answer(markdown.get());
        return answer.exitCode() == ExitCode.USAGE
                ? console().print(answer)
                : console().printResult(answer);
    }
}
