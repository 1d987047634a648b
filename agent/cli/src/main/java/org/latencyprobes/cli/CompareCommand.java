package org.latencyprobes.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.latencyprobes.cli.compare.CompareRun;
import org.latencyprobes.cli.file.OwnedFile;
import org.latencyprobes.cli.merge.LineFilter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code compare}: recordings of two sides, such as two releases. */
@Command(
        name = "compare",
        abbreviateSynopsis = true,
        header = "Compare histogram logs of two sides: how much slower or faster, and how sure that is.",
        description = {
            "%nA side is a .hlog file, which is one run, or a folder or quoted glob with a file for each run; rotated files of one name are"
                    + " one run. With five or more runs a side the verdict is on what was run, such as two releases; with fewer, on these"
                    + " recordings alone. docs/compare.md explains the method."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar compare yesterday.hlog today.hlog",
            "  java -jar latency-probes-agent.jar compare runs/1.4 runs/1.5 --probe 'Orders.*' --html compare.html",
            "  java -jar latency-probes-agent.jar compare 'base-*.hlog' 'change-*.hlog' --markdown >> comment.md"
        })
final class CompareCommand extends Subcommand {

    @Parameters(
            index = "0",
            paramLabel = "<before>",
            description = "A file, a folder or a glob of the side to compare with.")
    private String before;

    @Parameters(index = "1", paramLabel = "<after>", description = "The same of the side that is compared.")
    private String after;

    @Option(
            names = "--before",
            paramLabel = "<log>",
            description = "One more file, folder or glob of the first side. May be given more than once.")
    private List<String> moreBefore = List.of();

    @Option(
            names = "--after",
            paramLabel = "<log>",
            description = "One more file, folder or glob of the second side. May be given more than once.")
    private List<String> moreAfter = List.of();

    @Option(
            names = "--probe",
            paramLabel = "<name>",
            description = "Only probes of that name; * stands for any characters. May be given more than once.")
    private List<String> probes = List.of();

    @Option(
            names = "--tag",
            paramLabel = "<key=value>",
            description = "Only probes with that tag. May be given more than once; then with all of them.")
    private Map<String, String> tags = Map.of();

    @Option(
            names = "--percentiles",
            paramLabel = "<list>",
            split = ",",
            converter = PercentileConverter.class,
            defaultValue = "p50,p90,p99,p99.9",
            description = "What to compare, separated by commas; p50,p90,p99,p99.9 by default.")
    private List<Double> percentiles;

    @Option(names = "--markdown", description = "Print Markdown, such as for a pull request.")
    private boolean markdown;

    @Option(
            names = "--html",
            paramLabel = "<file>",
            description = "Write a page with percentile curves and ratios, too.")
    private Path html;

    @Option(
            names = "--skip-bad",
            description = "Skip damaged lines and say how many; otherwise the first one ends the comparison.")
    private boolean skipBad;

    @Override
    public Integer call() {
        if (markdown && isJson()) {
            throw usageError("standard output takes either --markdown or --json");
        }
        String problem = html == null ? null : OwnedFile.problem("--html", html);
        if (problem != null) {
            throw usageError(problem);
        }
        CompareRun run = new CompareRun(
                joined(before, moreBefore),
                joined(after, moreAfter),
                new LineFilter(Long.MIN_VALUE, Long.MAX_VALUE, probes, tags, Set.of()),
                percentiles.stream().sorted().distinct().toList(),
                skipBad,
                html);
        return console()
                .print(run.answer(
                        markdown ? CompareRun.Form.MARKDOWN : isJson() ? CompareRun.Form.JSON : CompareRun.Form.TEXT));
    }

    private static List<String> joined(String first, List<String> more) {
        return Stream.concat(Stream.of(first), more.stream()).toList();
    }
}
