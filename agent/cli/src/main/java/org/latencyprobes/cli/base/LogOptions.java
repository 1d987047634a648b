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

/** The parameters and options for which lines of which histogram logs are read. */
public final class LogOptions {

    private final Subcommand command;
    private final Supplier<List<String>> logs;
    private final Supplier<Instant> from;
    private final Supplier<Instant> to;
    private final Supplier<List<String>> probes;
    private final Supplier<Map<String, String>> tags;
    private final Supplier<Set<String>> outcomes;
    private final Supplier<Boolean> byHost;
    private final Supplier<Pattern> hostFrom;
    private final Supplier<Boolean> skipBad;

    public LogOptions(Subcommand command) {
        this.command = command;
        logs = command.value(Subcommand.words("<log>", "0..*", "1..*")
                .description("A file, a folder with .hlog files at any depth, a glob, or - for standard input.")
                .build());
        from = command.value(Subcommand.option(Instant.class, "<moment>", "--from")
                .converters(new InstantConverter())
                .description(
                        "Only lines that begin then or later: 2026-11-21T09:30:00Z, 2026-11-21, or seconds since 1970.")
                .build());
        to = command.value(Subcommand.option(Instant.class, "<moment>", "--to")
                .converters(new InstantConverter())
                .description("Only lines that begin before then.")
                .build());
        probes = command.probeNames();
        tags = command.tags();
        outcomes = command.value(Subcommand.option(Set.class, "<outcome>", "--outcome")
                .auxiliaryTypes(String.class)
                .splitRegex(",")
                .initialValue(Set.of())
                .description("ok, error or cancelled, or several of them, separated by commas.")
                .build());
        byHost = command.flag("--by-host", "Keep hosts apart. The name of a log's folder becomes the tag host.");
        hostFrom = command.value(Subcommand.option(Pattern.class, "<regex>", "--host-from")
                .converters(new RegexConverter())
                .description("Keep hosts apart. What the first group matches in a log's path becomes the tag host.")
                .build());
        skipBad = command.flag("--skip-bad", "Skip damaged lines and say how many; otherwise the first one ends it.");
    }

    /** Refuses values that don't fit each other. */
    public void check() {
        if (from.get() != null && to.get() != null && !from.get().isBefore(to.get())) {
            throw command.usageError("--from " + from.get() + " is not before --to " + to.get());
        }
    }

    public boolean skipsBad() {
        return skipBad.get();
    }

    /** Whether standard input is among the logs. */
    public boolean haveStream() {
        return logs.get().contains(LogSources.STREAM);
    }

    public LineFilter filter() {
        return new LineFilter(
                from.get() == null ? Long.MIN_VALUE : from.get().toEpochMilli(),
                to.get() == null ? Long.MAX_VALUE : to.get().toEpochMilli(),
                NameGlob.ofAll(UnknownProbes.read(probes.get(), command.console()::progress)),
                tags.get(),
                outcomes.get());
    }

    /**
     * Finds the logs.
     *
     * @param isAlwaysByHost whether a log's folder names its host, also without {@code --by-host}
     */
    public List<LogSource> sources(boolean isAlwaysByHost) {
        boolean isByHost = byHost.get() || isAlwaysByHost && hostFrom.get() == null;
        try {
            return new LogSources(isByHost, hostFrom.get(), System.in).find(logs.get());
        } catch (NoSuchFileException e) {
            throw command.usageError("there is no file or folder " + e.getFile());
        } catch (IOException e) {
            throw command.usageError(MergeRun.reason(e));
        } catch (IllegalArgumentException e) { // a malformed path or glob, or a path without a host
            throw command.usageError(e.getMessage());
        }
    }
}
