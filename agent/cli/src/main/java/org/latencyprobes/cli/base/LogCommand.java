package org.latencyprobes.cli.base;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.latencyprobes.agent.pattern.NameGlob;
import org.latencyprobes.cli.logs.LineFilter;
import org.latencyprobes.cli.logs.LogSource;
import org.latencyprobes.cli.logs.LogSources;
import org.latencyprobes.cli.merge.MergeRun;

/** A command that reads histogram logs: which lines of which logs. */
public abstract class LogCommand extends Subcommand {

    private final Supplier<List<String>> logs = value(words("<log>", "0..*", "1..*")
            .description("A file, a folder with .hlog files at any depth, a glob, or - for standard input.")
            .build());

    private final Supplier<Instant> from = value(option(Instant.class, "<moment>", "--from")
            .converters(new InstantConverter())
            .description(
                    "Only lines that begin then or later: 2026-11-21T09:30:00Z, 2026-11-21, or seconds since 1970.")
            .build());

    private final Supplier<Instant> to = value(option(Instant.class, "<moment>", "--to")
            .converters(new InstantConverter())
            .description("Only lines that begin before then.")
            .build());

    private final Supplier<List<String>> probes = probeNames();

    private final Supplier<Map<String, String>> tags = tags();

    private final Supplier<Set<String>> outcomes = value(option(Set.class, "<outcome>", "--outcome")
            .auxiliaryTypes(String.class)
            .splitRegex(",")
            .initialValue(Set.of())
            .description("ok, error or cancelled, or several of them, separated by commas.")
            .build());

    private final Supplier<Boolean> byHost =
            flag("--by-host", "Keep hosts apart. The name of a log's folder becomes the tag host.");

    private final Supplier<Pattern> hostFrom = value(option(Pattern.class, "<regex>", "--host-from")
            .converters(new RegexConverter())
            .description("Keep hosts apart. What the first group matches in a log's path becomes the tag host.")
            .build());

    private final Supplier<Boolean> skipBad =
            flag("--skip-bad", "Skip damaged lines and say how many; otherwise the first one ends it.");

    protected LogCommand(String name, String header, String... description) {
        super(name, header, description);
    }

    /** Refuses values that don't fit each other. */
    protected final void check() {
        if (from.get() != null && to.get() != null && !from.get().isBefore(to.get())) {
            throw usageError("--from " + from.get() + " is not before --to " + to.get());
        }
    }

    protected final boolean skipsBad() {
        return skipBad.get();
    }

    /** Whether standard input is among the logs. */
    protected final boolean haveStream() {
        return logs.get().contains(LogSources.STREAM);
    }

    protected final LineFilter filter() {
        return new LineFilter(
                from.get() == null ? Long.MIN_VALUE : from.get().toEpochMilli(),
                to.get() == null ? Long.MAX_VALUE : to.get().toEpochMilli(),
                NameGlob.ofAll(UnknownProbes.read(probes.get(), console()::progress)),
                tags.get(),
                outcomes.get());
    }

    /**
     * Finds the logs.
     *
     * @param isAlwaysByHost whether a log's folder names its host, also without {@code --by-host}
     */
    protected final List<LogSource> sources(boolean isAlwaysByHost) {
        boolean isByHost = byHost.get() || isAlwaysByHost && hostFrom.get() == null;
        try {
            return new LogSources(isByHost, hostFrom.get(), System.in).find(logs.get());
        } catch (NoSuchFileException e) {
            throw usageError("there is no file or folder " + e.getFile());
        } catch (IOException e) {
            throw usageError(MergeRun.reason(e));
        } catch (IllegalArgumentException e) { // a malformed path or glob, or a path without a host
            throw usageError(e.getMessage());
        }
    }
}
