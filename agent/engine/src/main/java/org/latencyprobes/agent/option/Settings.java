package org.latencyprobes.agent.option;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.clock.ClockName;
import org.latencyprobes.agent.option.Sources.Given;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.protocol.state.PatternRow;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.select.Selection;
import org.latencyprobes.agent.select.Verdict;

/**
 * The present settings: the options, and the patterns that commands added or removed. Each change is announced once, here. Thread-safe.
 * Whoever changes a setting then has the others read it here, so that the last change wins in whatever order they come.
 */
public final class Settings {

    private static final String UNPROBE = "command unprobe";

    private final Set<MethodPattern> added = new LinkedHashSet<>();
    private final Set<MethodPattern> removed = new LinkedHashSet<>();
    private final Set<MethodPattern> excluded = new LinkedHashSet<>();
    private Sources sources;
    private Options options;

    public Settings(Sources sources, Options options) {
        this.sources = sources;
        this.options = options;
    }

    public synchronized Sources sources() {
        return sources;
    }

    public synchronized Options options() {
        return options;
    }

    /** Whether a loaded class is woven where that discards the JVM's compiled code: ask, allow or refuse. */
    public synchronized String deoptimise() {
        return sources.given(Option.DEOPTIMISE).value();
    }

    /** What the options select, and what commands made of it. */
    public synchronized Selection selection() {
        Selection configured = options.selection();
        List<MethodPattern> probes = new ArrayList<>(configured.probes());
        probes.removeAll(removed);
        probes.addAll(added);
        return new Selection(probes, excludesWithout(List.of()), configured.annotations(), configured.limit());
    }

    /** Other options, given as in the agent argument; those not named stay, the options file is read again. Nothing changes if one is bad. */
    public synchronized List<String> change(String argument, String where) throws BadOptionException {
        Settings next = with(argument, where);
        List<String> changes = changes(sources, next.sources);
        removed.retainAll(next.removed);
        sources = next.sources;
        options = next.options;
        Log.sayAll(changes);
        return changes;
    }

    /** What these would be after a {@link #change}. */
    public synchronized Settings with(String argument, String where) throws BadOptionException {
        Sources given = sources.with(argument, where);
        Settings next = new Settings(given, Options.of(given));
        next.added.addAll(added);
        next.excluded.addAll(excluded);
        if (options.selection().probes().equals(next.options.selection().probes())) {
            next.removed.addAll(removed);
        }
        return next;
    }

    private static List<String> changes(Sources before, Sources now) {
        List<String> changes = new ArrayList<>();
        for (Option option : Option.values()) {
            String former = before.given(option).value();
            String present = now.given(option).value();
            if (!former.equals(present)) {
                changes.add(change(option.key(), before.shown(option), now.shown(option)) + limit(option, present));
            }
        }
        passThrough(before, now, changes);
        return changes;
    }

    private static String limit(Option option, String present) {
        if (option == Option.CLOCK && !present.equals(ClockName.NANOTIME.toString())) {
            return " (nanotime is not left again once it is in use)";
        }
        return option == Option.ON_ERROR ? " (of no effect until the next start)" : "";
    }

    private static void passThrough(Sources before, Sources now, List<String> changes) {
        Set<String> keys = new LinkedHashSet<>(before.passThrough().keySet());
        keys.addAll(now.passThrough().keySet());
        for (String key : keys) {
            Given former = before.passThrough().get(key);
            Given present = now.passThrough().get(key);
            if (former == null || present == null || !former.value().equals(present.value())) {
                changes.add(change(key, shown(key, former), shown(key, present)));
            }
        }
    }

    private static String shown(String key, Given given) {
        return given == null ? "none" : Secrets.shown(key, given.value());
    }

    /** Secrets look alike. */
    private static String change(String key, String former, String present) {
        return "option " + key + ": "
                + (former.equals(present) ? "changed; its value is not shown" : former + " -> " + present);
    }

    public synchronized void add(List<MethodPattern> patterns) {
        added.addAll(patterns);
        removed.removeAll(patterns);
        patterns.forEach(pattern -> Log.say("pattern added: " + pattern));
    }

    /** Whether a pattern is there, added or configured, and not removed. */
    public synchronized boolean has(MethodPattern pattern) {
        return selection().probes().contains(pattern);
    }

    /** Returns whether it was there, added or configured. */
    public synchronized boolean remove(MethodPattern pattern) {
        boolean wasAdded = added.remove(pattern);
        boolean wasConfigured = options.selection().probes().contains(pattern) && removed.add(pattern);
        if (wasAdded || wasConfigured) {
            Log.say("pattern removed: " + pattern);
        }
        return wasAdded || wasConfigured;
    }

    /** Each pattern that is in force, and each that a command took away. */
    public synchronized List<PatternRow> patterns() {
        List<PatternRow> rows = new ArrayList<>();
        String where = sources.given(Option.PROBES).where();
        for (MethodPattern pattern : options.selection().probes()) {
            boolean gone = removed.contains(pattern);
            rows.add(new PatternRow(
                    pattern.toString(), gone ? PatternRow.REMOVED : PatternRow.PROBED, gone ? UNPROBE : where));
        }
        for (MethodPattern pattern : added) {
            if (options.selection().probes().contains(pattern)) {
                continue; // it has its row
            }
            rows.add(new PatternRow(pattern.toString(), PatternRow.PROBED, "command probe"));
        }
        for (MethodPattern pattern : options.selection().excludes()) {
            rows.add(new PatternRow(
                    pattern.toString(),
                    PatternRow.EXCLUDED,
                    sources.given(Option.EXCLUDE).where()));
        }
        for (MethodPattern pattern : excluded) {
            rows.add(new PatternRow(pattern.toString(), PatternRow.EXCLUDED, UNPROBE));
        }
        return rows;
    }

    /** What commands excluded. */
    public synchronized List<MethodPattern> exclusions() {
        return List.copyOf(excluded);
    }

    /** What commands excluded, where that is all that keeps matches of a pattern from being probed; empty otherwise. */
    public synchronized List<MethodPattern> exclusionsBehind(List<MethodExplanation> matches) {
        Set<String> rules = new LinkedHashSet<>();
        for (MethodExplanation match : matches) {
            if (match.verdict() == Verdict.PROBED) {
                return List.of();
            }
            rules.add(match.rule());
        }
        List<MethodPattern> behind = new ArrayList<>();
        for (MethodPattern pattern : excluded) {
            if (rules.contains(pattern.excludeRule())) {
                behind.add(pattern);
            }
        }
        return behind;
    }

    /** All that is excluded, but for these patterns where commands excluded them. */
    public synchronized List<MethodPattern> excludesWithout(Collection<MethodPattern> lifted) {
        List<MethodPattern> excludes = new ArrayList<>(options.selection().excludes());
        for (MethodPattern pattern : excluded) {
            if (!lifted.contains(pattern)) {
                excludes.add(pattern);
            }
        }
        return excludes;
    }

    /** Takes back what commands excluded. */
    public synchronized void include(Collection<MethodPattern> patterns) {
        for (MethodPattern pattern : patterns) {
            if (excluded.remove(pattern)) {
                Log.say("no longer excluded: " + pattern);
            }
        }
    }

    public synchronized void exclude(Collection<MethodPattern> patterns) {
        for (MethodPattern pattern : patterns) {
            if (excluded.add(pattern)) {
                Log.say("excluded: " + pattern);
            }
        }
    }
}
