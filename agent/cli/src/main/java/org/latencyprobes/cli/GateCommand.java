package org.latencyprobes.cli;

import java.nio.file.Path;
import java.util.List;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.ExitCode;
import org.latencyprobes.cli.compare.GateRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code gate}: whether recordings keep rules. */
@Command(
        name = "gate",
        abbreviateSynopsis = true,
        header = "Judge histogram logs by rules, for a build: passed, failed or inconclusive.",
        description = {
            "%nThe file of rules has one rule a line; a line that begins with # is a comment:%n",
            "  p99 of \"price\" <= 200us",
            "  p99 of \"price\" <= 1.2 x baseline (confidence 95 %%)",
            "  errors of \"price\" <= 0.1 %%",
            "  jitter p99.9 <= 5ms else inconclusive",
            "%nA latency rule fails only if its whole interval is beyond the limit; errors and jitter have no interval."
                    + " docs/compare.md explains it."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:passed", "1:failed", "2:wrong rules, logs or command line", "5:inconclusive"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar gate rules.txt today.hlog",
            "  java -jar latency-probes-agent.jar gate rules.txt runs/new --baseline runs/old --junit target/gate.xml"
        })
final class GateCommand extends Subcommand {

    @Parameters(index = "0", paramLabel = "<rules>", description = "A file with one rule a line.")
    private Path rules;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "<run>",
            description = "A file, which is one run, or a folder or glob with a file for each run.")
    private List<String> runs;

    @Option(
            names = "--baseline",
            paramLabel = "<log>",
            description = "A file, folder or glob of runs to compare with. May be given more than once.")
    private List<String> baseline = List.of();

    @Option(names = "--junit", paramLabel = "<file>", description = "Write a report in the form of JUnit's, too.")
    private Path junit;

    @Option(names = "--markdown", description = "Print Markdown, such as for a pull request.")
    private boolean markdown;

    @Option(
            names = "--skip-bad",
            description = "Skip damaged lines and say how many; otherwise the first one is wrong input.")
    private boolean skipBad;

    @Override
    public Integer call() {
        if (markdown && isJson()) {
            throw usageError("standard output takes either --markdown or --json");
        }
        Answer answer = new GateRun(rules, runs, baseline, skipBad, junit).answer(markdown);
        return answer.exitCode() == ExitCode.USAGE
                ? console().print(answer)
                : console().printResult(answer);
    }
}
