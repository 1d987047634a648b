package org.latencyprobes.cli.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.latencyprobes.agent.pattern.NameGlob;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.cli.base.JvmCommand;
import org.latencyprobes.cli.base.PercentileConverter;
import org.latencyprobes.cli.base.UnknownProbes;
import org.latencyprobes.cli.compare.CompareRun;
import org.latencyprobes.cli.compare.GateRun;
import org.latencyprobes.cli.compare.JvmRuns;
import org.latencyprobes.cli.file.Output;
import org.latencyprobes.cli.file.OwnedFile;
import org.latencyprobes.cli.jvm.NamedJvm;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.logs.LineFilter;
import org.latencyprobes.cli.report.ReportWatch;
import org.latencyprobes.internal.probe.Hub;

/** The command {@code compare}: recordings of two sides, such as two releases. */
final class CompareCommand extends JvmCommand {

    private final Supplier<String> before = value(parameter(String.class, "<before>", "0")
            .description("The side to compare with: a file, folder, glob, JVM or result of JMH.")
            .build());

    private final Supplier<String> after = value(parameter(String.class, "<after>", "1")
            .required(false)
            .arity("0..1")
            .description(
                    "The same of the side that is compared. With --rules it may be left out: the rules are those of one side.")
            .build());

    private final Supplier<List<String>> moreBefore = value(repeatable("<side>", "--before")
            .description("One more of the first side. May be given more than once.")
            .build());

    private final Supplier<List<String>> moreAfter = value(repeatable("<side>", "--after")
            .description("One more of the second side. May be given more than once.")
            .build());

    private final Supplier<List<String>> probes = probeNames();

    private final Supplier<Map<String, String>> tags = tags();

    private final Supplier<List<Double>> percentiles = value(option(List.class, "<list>", "--percentiles")
            .auxiliaryTypes(Double.class)
            .splitRegex(",")
            .converters(new PercentileConverter())
            .defaultValue("p50,p90,p99,p99.9")
            .description("What to compare, separated by commas; p50,p90,p99,p99.9 by default.")
            .build());

    private final Supplier<Duration> time = value(duration("--for")
            .defaultValue("30s")
            .description("How long to watch JVMs that are given by process id alone, 2s to 10m; 30s by default.")
            .build());

    private final Supplier<Boolean> paired = flag(
            "--paired",
            "Compare the runs in pairs, the first ones with each other, and so on; for sides that ran in turn.");

    private final Supplier<Path> spread = value(option(Path.class, "<file>", "--spread")
            .description("How much runs differ, for sides of fewer than five runs: a file that --save-spread wrote.")
            .build());

    private final Supplier<Path> saved = value(option(Path.class, "<file>", "--save-spread")
            .description("Write how much runs of a side differ, for later comparisons of fewer runs.")
            .build());

    private final Supplier<Boolean> skipBad =
            flag("--skip-bad", "Skip damaged lines and say how many; otherwise the first one ends the comparison.");

    private final Supplier<Path> rules = value(option(Path.class, "<file>", "--rules")
            .description(
                    "Judge by rules, for a build: passed, failed or inconclusive. A file with one rule a line, as above.")
            .build());

    CompareCommand() {
        super(
                "compare",
                "Compare recordings of two sides: how much slower or faster, and how sure that is.",
                "%nA side is a .hlog file, which is one run, or a folder or quoted glob with a file for each run; rotated files of one name are"
                        + " one run. A side may also be a live JVM by its process id, which is watched; what a JVM recorded since a mark, or"
                        + " between two of them; or a result of JMH in JSON with samples. With five or more runs a side the verdict is on"
                        + " what was run, such as two releases; with fewer, on these"
                        + " recordings alone.",
                "%nRules; a line that begins with # is a comment:%n",
                "  p99 of \"price\" <= 200us",
                "  p99 of \"price\" <= 1.2 x baseline (confidence 95 %%)",
                "  errors of \"price\" <= 0.1 %%",
                "  jitter p99.9 <= 5ms else inconclusive",
                "%nA latency rule fails only if its whole interval is beyond the limit; errors and jitter have no interval. The baseline is"
                        + " the first side.");
        spec().usageMessage().abbreviateSynopsis(true);
        examples(
                "compare yesterday.hlog today.hlog",
                "compare runs/1.4 runs/1.5 --probe 'Orders.*' -o html=compare.html",
                "compare 'round-*/old.hlog' 'round-*/new.hlog' --paired",
                "compare 4711 4712 --for 1m",
                "compare 4711@start..before-deploy 4711@before-deploy",
                "compare 'base-*.hlog' 'change-*.hlog' -o markdown >> comment.md",
                "compare runs/old runs/new --rules rules.txt -o junit=target/rules.xml",
                "compare today.hlog --rules rules.txt");
    }

    @Override
    protected List<Output.Form> forms() {
        return List.of(Output.Form.TEXT, Output.Form.JSON, Output.Form.MARKDOWN, Output.Form.HTML, Output.Form.JUNIT);
    }

    @Override
    protected Answer answer() throws UnreachableException {
        if (paired.get() && spread.get() != null) {
            throw usageError("--paired needs five runs a side, --spread is for fewer; give one of them");
        }
        if (rules.get() != null) {
            return judged();
        }
        if (after.get() == null || console().wants(Output.Form.JUNIT)) {
            throw usageError(
                    after.get() == null
                            ? "compare takes two sides; one is judged with --rules"
                            : "-o junit belongs to --rules");
        }
        String problem = saved.get() == null ? null : OwnedFile.problem("--save-spread", saved.get());
        if (problem != null) {
            throw usageError(problem);
        }
        if (!ReportWatch.isAllowed(time.get())) {
            throw usageError(ReportWatch.ALLOWED);
        }
        List<String> first = named(joined(before.get(), moreBefore.get()));
        List<String> second = named(joined(after.get(), moreAfter.get()));
        if (isGiven("--for") && Stream.of(first, second).flatMap(List::stream).noneMatch(JvmRuns::isWatched)) {
            throw usageError("--for is how long JVMs are watched, and no side is one");
        }
        CompareRun run = new CompareRun(
                first,
                second,
                filter(),
                percentiles.get().stream().sorted().distinct().toList(),
                skipBad.get(),
                spread.get(),
                saved.get(),
                paired.get(),
                new JvmRuns(time.get(), pid -> request -> client(pid).ask(request), console()::progress));
        return run.answer(console());
    }

    private Answer judged() {
        if (console().wants(Output.Form.HTML)
                || saved.get() != null
                || !probes.get().isEmpty()
                || !tags.get().isEmpty()
                || isGiven("--percentiles")) {
            throw usageError(
                    "--rules name their probes and percentiles, without --probe, --tag, --percentiles, -o html and --save-spread");
        }
        boolean isOne = after.get() == null;
        if (isOne && !moreAfter.get().isEmpty()) {
            throw usageError("--after adds to the second side, which is missing");
        }
        if (isOne && paired.get()) {
            throw usageError("--paired needs two sides");
        }
        List<String> first = joined(before.get(), moreBefore.get());
        return new GateRun(
                        rules.get(),
                        isOne ? first : joined(after.get(), moreAfter.get()),
                        isOne ? List.of() : first,
                        spread.get(),
                        paired.get(),
                        skipBad.get())
                .answer(console());
    }

    /** A verdict is a result, whatever it is. */
    @Override
    protected int finish(Answer answer) {
        return rules.get() == null || answer.exitCode() == ExitCode.USAGE
                ? super.finish(answer)
                : console().printResult(answer);
    }

    @Override
    protected String exitCodes() {
        return "012345";
    }

    /** With process ids in place of the names of JVMs, also before the @ of marks. */
    private static List<String> named(List<String> sides) throws UnreachableException {
        List<String> named = new ArrayList<>();
        for (String side : sides) {
            int at = side.indexOf('@');
            String word = at < 0 ? side : side.substring(0, at);
            boolean isName = !NamedJvm.isPid(word) && word.matches("[\\w.$-]+") && !Files.exists(Path.of(side));
            named.add(isName && NamedJvm.isOne(word) ? NamedJvm.pid(word) + side.substring(word.length()) : side);
        }
        return named;
    }

    private LineFilter filter() {
        List<String> names = withCauses(UnknownProbes.read(probes.get(), console()::progress));
        return new LineFilter(Long.MIN_VALUE, Long.MAX_VALUE, NameGlob.ofAll(names), tags.get(), Set.of());
    }

    /** The causes of a probe's slow calls are recorded under another name. */
    private static List<String> withCauses(List<String> names) {
        return names.isEmpty() ? names : joined(Hub.SLOW_CALLS, names);
    }

    private static List<String> joined(String first, List<String> more) {
        return Stream.concat(Stream.of(first), more.stream()).toList();
    }
}
