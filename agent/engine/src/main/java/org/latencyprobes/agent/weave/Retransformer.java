package org.latencyprobes.agent.weave;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.latencyprobes.agent.base.Log;

/** A retransformer of loaded classes, in batches, parents before their subtypes. For one thread of the agent. */
final class Retransformer {

    /** Each batch stops the application once; so many classes take some ten milliseconds. */
    static final int BATCH = 32;

    private final Instrumentation instrumentation;
    private final CompiledCode compiledCode;
    private final RefusedClasses refusals;
    private final BooleanSupplier wanted;
    private final Set<Class<?>> wovenBefore = LoadedClassScan.newSet();
    private int failures;
    private boolean stopped;

    Retransformer(Instrumentation instrumentation, CompiledCode compiledCode, RefusedClasses refusals) {
        this(instrumentation, compiledCode, refusals, () -> true);
    }

    /** Stops before the next batch once it is not wanted any more. */
    Retransformer(
            Instrumentation instrumentation,
            CompiledCode compiledCode,
            RefusedClasses refusals,
            BooleanSupplier wanted) {
        this.instrumentation = instrumentation;
        this.compiledCode = compiledCode;
        this.refusals = refusals;
        this.wanted = wanted;
    }

    /** Whether it stopped before its end. */
    boolean isStopped() {
        return stopped;
    }

    /** Returns how many could not be; those stay as they were, and all do where that is to keep the compiled code. */
    int retransform(List<Class<?>> classes, Consumer<String> progress) {
        failures = 0;
        if (classes.isEmpty() || !compiledCode.isGivenFor(classes, progress)) {
            return classes.size();
        }
        wovenBefore.clear();
        for (Class<?> type : classes) {
            if (refusals.isWoven(type)) {
                wovenBefore.add(type);
            }
        }
        List<Class<?>> sorted = new ArrayList<>(classes);
        sorted.sort(Comparator.comparingInt(Retransformer::depth));
        for (int from = 0; from < sorted.size(); from += BATCH) {
            if (!wanted.getAsBoolean()) {
                stopped = true;
                return failures;
            }
            int to = Math.min(sorted.size(), from + BATCH);
            batch(sorted.subList(from, to));
            if (sorted.size() > BATCH) {
                progress.accept("transformed " + to + " of " + sorted.size() + " classes");
            }
        }
        return failures;
    }

    /** One class that fails makes the JVM refuse the whole batch: so halve it until that class is alone. */
    private void batch(List<Class<?>> classes) {
        try {
            refusals.tryOut(instrumentation, classes.toArray(new Class<?>[0]));
        } catch (Exception | LinkageError | InternalError e) { // the latter for a class that is being unloaded
            if (classes.size() > 1) {
                int half = classes.size() / 2;
                batch(classes.subList(0, half));
                batch(classes.subList(half, classes.size()));
            } else {
                failures++;
                failed(classes.get(0), e);
            }
        }
    }

    private void failed(Class<?> type, Throwable error) {
        if (wovenBefore.contains(type)) {
            Log.say("class " + type.getName() + " cannot be transformed and stays as it is: " + Log.describe(error));
        } else {
            refusals.add(type, error);
        }
    }

    private static int depth(Class<?> type) {
        int depth = type.getSuperclass() == null ? 0 : 1 + depth(type.getSuperclass());
        for (Class<?> parent : type.getInterfaces()) {
            depth = Math.max(depth, 1 + depth(parent));
        }
        return depth;
    }
}
