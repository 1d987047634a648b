package org.latencyprobes.agent;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.latencyprobes.agent.option.BadOptionException;
import org.latencyprobes.agent.option.Option;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.agent.option.Secrets;
import org.latencyprobes.agent.option.Sources;
import org.latencyprobes.agent.option.Sources.Given;
import org.latencyprobes.agent.select.MethodPattern;
import org.latencyprobes.agent.select.Selection;

/**
 * What is asked for now: options, and patterns that came and went by command. Each change is announced once, here. Thread-safe; whoever
 * changes anything then has the others follow what stands here, so that the last change wins whatever the order they come to it.
 */
final class Settings {

    private final Set<MethodPattern> added = new LinkedHashSet<>();
    private final Set<MethodPattern> removed = new LinkedHashSet<>();
    private final Set<MethodPattern> excluded = new LinkedHashSet<>();
    private Sources sources;
    private Options options;

    Settings(Sources sources, Options options) {
        this.sources = sources;
        this.options = options;
    }

    synchronized Sources sources() {
        return sources;
    }

    synchronized Options options() {
        return options;
    }

    /** Whether no loaded class is to be woven for as long as that discards the JVM's compiled code. */
    synchronized boolean isDeoptimisationRefused() {
        return sources.given(Option.DEOPTIMISE).value().equals("refuse");
    }

    /** What the options select, and what commands made of it. */
    synchronized Selection selection() {
        Selection configured = options.selection();
        List<MethodPattern> probes = new ArrayList<>(configured.probes());
        probes.removeAll(removed);
        probes.addAll(added);
        List<MethodPattern> excludes = new ArrayList<>(configured.excludes());
        excludes.addAll(excluded);
        return new Selection(probes, excludes, configured.annotations(), configured.limit());
    }

    /** Other options, given as in the agent argument; those not named stay, the options file is read again. Nothing changes if one is bad. */
    synchronized List<String> change(String argument, String where) throws BadOptionException {
        Sources next = sources.with(argument, where);
        Options nextOptions = Options.of(next);
        List<String> changes = changes(sources, next);
        if (!options.selection().probes().equals(nextOptions.selection().probes())) {
            removed.clear();
        }
        sources = next;
        options = nextOptions;
        Agent.say(changes);
        return changes;
    }

    private static List<String> changes(Sources before, Sources now) {
        List<String> changes = new ArrayList<>();
        for (Option option : Option.values()) {
            String former = before.given(option).value();
            String present = now.given(option).value();
            if (!former.equals(present)) {
                changes.add(change(option.key(), before.shown(option), now.shown(option))
                        + (option == Option.ON_ERROR ? " (of no effect until the next start)" : ""));
            }
        }
        passedOn(before, now, changes);
        return changes;
    }

    private static void passedOn(Sources before, Sources now, List<String> changes) {
        Set<String> keys = new LinkedHashSet<>(before.passed().keySet());
        keys.addAll(now.passed().keySet());
        for (String key : keys) {
            Given former = before.passed().get(key);
            Given present = now.passed().get(key);
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

    synchronized void add(List<MethodPattern> patterns) {
        added.addAll(patterns);
        removed.removeAll(patterns);
        patterns.forEach(pattern -> Log.say("pattern added: " + pattern));
    }

    /** Returns whether it was there, added or configured. */
    synchronized boolean remove(MethodPattern pattern) {
        boolean wasAdded = added.remove(pattern);
        boolean wasConfigured = options.selection().probes().contains(pattern) && removed.add(pattern);
        if (wasAdded || wasConfigured) {
            Log.say("pattern removed: " + pattern);
        }
        return wasAdded || wasConfigured;
    }

    synchronized void exclude(List<MethodPattern> patterns) {
        for (MethodPattern pattern : patterns) {
            if (excluded.add(pattern)) {
                Log.say("excluded: " + pattern);
            }
        }
    }
}
