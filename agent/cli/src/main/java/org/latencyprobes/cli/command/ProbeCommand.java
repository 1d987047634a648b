package org.latencyprobes.cli.command;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.state.PatternText;
import org.latencyprobes.cli.base.DryRun;
import org.latencyprobes.cli.base.JvmCommand;
import org.latencyprobes.cli.base.YesOption;
import org.latencyprobes.cli.jvm.UnreachableException;

/** The command {@code probe}: adds patterns, shows what they would match, or says which calls of probes are timed. */
final class ProbeCommand extends JvmCommand {

    private final Supplier<String> target = value(parameter(String.class, "<jvm>", "0")
            .description(
                    "A JVM's process id or main class; with --dry-run also a jar, or a folder of class files and jars.")
            .build());

    private final Supplier<List<String>> patterns = value(words("<pattern>", "1..*", "1..*")
            .description(
                    "Which methods to probe, and the name and tags of their probes. With --mode, the name of a probe, or * for all.")
            .build());

    private final Supplier<Boolean> future =
            flag("--future", "Accept patterns that match nothing yet, for classes that will be loaded later.");

    private final Supplier<String> mode = value(option(String.class, "<mode>", "--mode")
            .description(
                    "Which calls of a probe that is there are timed: on, sampled(1/n), counted or off. sampled:16 is sampled(1/16).")
            .build());

    private final DryRun dryRun = new DryRun(this);

    private final Supplier<Boolean> summary = summary();

    private final YesOption yes = new YesOption(this);

    ProbeCommand() {
        super(
                "probe",
                "Probe the methods that match a pattern, from now on; or switch a probe's mode.",
                "%nAdds all patterns or none. It adds none if one is malformed, matches more methods than the option"
                        + " limit allows, or matches nothing that can be probed. What unprobe excluded is probed again."
                        + " Quote patterns so that the shell does not change them.",
                "",
                "  com.acme.Order#send           all methods with that name in that class",
                "  com.acme.Order#send(int,long) the method with these parameters",
                "  com.acme..*Service#find*      classes in a package and those below it, methods whose names begin so",
                "  com.acme.Order#send as \"x\"    with a name for the probe",
                "%nA probe that is sampled counts every call and times a random one of n. One that is counted times none. One that is off"
                        + " does neither and costs almost nothing; its methods stay woven. The option budget leaves a probe alone that was"
                        + " given a mode by its name, until all are given one.");
        spec().usageMessage().abbreviateSynopsis(true);
        examples(
                "probe 4711 'com.acme..*Service#find*'",
                "probe 4711 'com.acme.Order#send(..) as \"send order\" tag venue=XETR'",
                "probe 4711 --dry-run --forecast 'com.acme..*Service#find*'",
                "probe --dry-run acme.jar 'com.acme..*'",
                "probe 4711 --mode sampled:16 OrderService.find");
    }

    @Override
    protected Answer answer() throws UnreachableException {
        if (mode.get() != null) {
            return mode();
        }
        patterns.get().forEach(this::pattern);
        if (dryRun.isWanted()) {
            return dryRun();
        }
        Answer answer = client(jvm(target.get()))
                .asking(yes)
                .askAttaching(new Request.Probe(patterns.get(), future.get(), summary.get()));
        return answer.find(PatternText.UNMATCHED).isEmpty()
                ? answer
                : answer.say("for classes that are yet to be loaded: probe --future");
    }

    private Answer mode() throws UnreachableException {
        if (Mode.named(mode.get()) == null) {
            throw usageError("mode \"" + mode.get() + "\" is not allowed; it takes " + Mode.ALLOWED);
        }
        if (future.get() || dryRun.isWanted()) {
            throw usageError("--mode is of probes that are there, without --future and --dry-run");
        }
        return client(jvm(target.get())).ask(new Request.Mode(mode.get(), only("--mode takes one probe's name, or *")));
    }

    private Answer dryRun() throws UnreachableException {
        if (future.get()) {
            throw usageError("--dry-run looks at classes that are there, without --future");
        }
        String pattern = only("--dry-run takes one pattern");
        Path path = existing();
        return path == null
                ? client(jvm(target.get())).asking(yes).askVisiting(dryRun.of(pattern, summary.get()))
                : dryRun.inFiles(path, pattern(pattern), summary.get());
    }

    private String only(String otherwise) {
        if (patterns.get().size() > 1) {
            throw usageError(otherwise);
        }
        return patterns.get().get(0);
    }

    private Path existing() {
        try {
            Path path = Path.of(target.get());
            return Files.exists(path) ? path : null;
        } catch (InvalidPathException e) {
            throw usageError("\"" + target.get() + "\" is not a path: " + e.getReason());
        }
    }
}
