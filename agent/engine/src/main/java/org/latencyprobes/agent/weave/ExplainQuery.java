package org.latencyprobes.agent.weave;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.classfile.ClassOutline;
import org.latencyprobes.agent.classfile.MethodOutline;
import org.latencyprobes.agent.pattern.JdkClasses;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.select.DryRun;
import org.latencyprobes.agent.select.Explainer;
import org.latencyprobes.agent.select.MatchedMethods;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.select.SelectionRules;
import org.latencyprobes.agent.select.Verdict;

/** A query of what becomes of methods of loaded classes: by decision, and as they are woven now. For one thread. */
record ExplainQuery(
        ClassBytes bytes,
        LoadedClasses loaded,
        WovenClasses woven,
        RefusedClasses refusals,
        SelectionRules rules,
        CompiledCode compiledCode) {

    /** So many classes are compared with what the JVM runs, which has each transformed once more. */
    private static final int MOST_COMPARED = 16;

    private static final int CLASSES_BETWEEN_PROGRESS = 16 * Retransformer.BATCH;

    /** Stops looking where no more can be shown. */
    MatchedMethods explain(MethodPattern pattern) {
        List<Class<?>> classes = loaded.allNamed(pattern::matchesType);
        MatchedMethods matches = new MatchedMethods();
        Map<Class<?>, byte[]> present =
                classes.size() <= MOST_COMPARED ? bytes.present(transformable(classes)) : Map.of();
        int looked = 0;
        while (looked < classes.size() && !matches.isFull()) {
            List<Class<?>> batch = batch(classes, looked);
            Map<Class<?>, byte[]> files = bytes.of(transformable(batch));
            for (int i = 0; i < batch.size() && !matches.isFull(); i++) {
                Class<?> type = batch.get(i);
                matches.add(explain(type, pattern, files.get(type), present.get(type)));
                looked++;
            }
        }
        matches.stoppedBefore(classes.size() - looked);
        return matches;
    }

    /** The classes whose files are asked for together: one stop of the application then serves all. */
    private static List<Class<?>> batch(List<Class<?>> classes, int from) {
        return classes.subList(from, Math.min(classes.size(), from + Retransformer.BATCH));
    }

    private List<Class<?>> transformable(List<Class<?>> classes) {
        return classes.stream().filter(loaded::isTransformable).toList();
    }

    private List<MethodExplanation> explain(Class<?> type, MethodPattern pattern, byte[] classFile, byte[] present) {
        if (!loaded.isTransformable(type)) {
            return List.of(untransformable(type));
        }
        Map<String, MethodExplanation> installed = installed(type);
        if (classFile == null) {
            return new ArrayList<>(installed.values());
        }
        List<MethodExplanation> explanations = new ArrayList<>();
        for (MethodExplanation decided :
                Explainer.wouldBe(classFile, rules, pattern, Loaders.describe(type.getClassLoader()))) {
            explanations.add(asInstalled(decided, installed.get(decided.method()), type));
        }
        return present == null ? explanations : compared(explanations, present);
    }

    private Map<String, MethodExplanation> installed(Class<?> type) {
        Map<String, MethodExplanation> installed = new HashMap<>();
        woven.methods(type).forEach(method -> installed.put(method.method(), method));
        return installed;
    }

    private MethodExplanation asInstalled(MethodExplanation decided, MethodExplanation installed, Class<?> type) {
        if (installed != null) {
            return installed;
        }
        String forbidden = Loaders.isJdk(type.getClassLoader()) ? JdkClasses.refusal(type.getName()) : null;
        if (decided.verdict() != Verdict.PROBED) {
            MethodExplanation told = decided.isAbstract()
                    ? decided.as(decided.verdict(), decided.reason() + loaded.implementing(type))
                    : decided;
            return forbidden == null ? told : told.remarked(forbidden);
        }
        String refusal = forbidden != null ? forbidden : refusals.of(type);
        if (refusal != null) {
            return decided.as(Verdict.REFUSED, refusal);
        }
        return decided.as(
                Verdict.REFUSED,
                compiledCode.isKept()
                        ? compiledCode.kept()
                        : "it is not woven: not yet, where its class has just loaded; else see the agent's messages or option limit");
    }

    private static MethodExplanation untransformable(Class<?> type) {
        String reason = type.isHidden()
                ? "the class is hidden: the JVM shows it to no transformer"
                : "the JVM lets no agent change this class";
        String loader = Loaders.describe(type.getClassLoader());
        return new MethodExplanation(type.getName(), loader, "*", Verdict.REFUSED, "", "", reason, -1, -1, "");
    }

    /** What is installed is longer or shorter than what we know of: an agent before us changed it. Those behind us are not seen. */
    private static List<MethodExplanation> compared(List<MethodExplanation> explanations, byte[] present) {
        Map<String, Integer> sizes = new HashMap<>();
        for (MethodOutline method : ClassOutline.of(present).methods()) {
            if (!method.isBridge() && method.hasCode()) {
                sizes.put(method.display(), method.bytes());
            }
        }
        List<MethodExplanation> remarked = new ArrayList<>();
        for (MethodExplanation method : explanations) {
            int expected = method.wovenBytes() >= 0 ? method.wovenBytes() : method.bytes();
            int installed = sizes.getOrDefault(method.method(), expected);
            remarked.add(
                    installed == expected
                            ? method
                            : method.remarked("another agent changed it: it has " + installed + " bytes"));
        }
        return remarked;
    }

    /** Counts all of them; null once nobody waits for it. */
    MatchedMethods dryRun(MethodPattern pattern, List<MethodPattern> excludes, Progress progress) {
        DryRun dryRun = new DryRun(rules, pattern, excludes);
        MatchedMethods matches = new MatchedMethods();
        List<Class<?>> classes = loaded.allNamed(pattern::selectsType);
        for (int from = 0; from < classes.size(); from += Retransformer.BATCH) {
            if (from > 0 && from % CLASSES_BETWEEN_PROGRESS == 0) {
                progress.accept("looked into " + from + " of " + classes.size() + " classes, found " + matches.methods()
                        + " methods");
            }
            if (!progress.isAwaited()) {
                return null;
            }
            List<Class<?>> batch = batch(classes, from);
            Map<Class<?>, byte[]> files = bytes.of(transformable(batch));
            batch.forEach(type -> matches.add(dryRun(type, files.get(type), dryRun)));
        }
        return matches;
    }

    /** The bytes of a class that was made at run time are those of its methods as they are woven. */
    private List<MethodExplanation> dryRun(Class<?> type, byte[] classFile, DryRun dryRun) {
        if (classFile == null) {
            return List.of();
        }
        Map<String, MethodExplanation> installed = installed(type);
        List<MethodExplanation> found = new ArrayList<>();
        for (MethodExplanation match : dryRun.in(classFile, Loaders.describe(type.getClassLoader()))) {
            MethodExplanation present = installed.get(match.method());
            found.add(present == null ? match : match.sizedAs(present));
        }
        String refusal = Loaders.isJdk(type.getClassLoader()) ? JdkClasses.refusal(type.getName()) : null;
        if (refusal == null) {
            return found;
        }
        List<MethodExplanation> refused = new ArrayList<>();
        for (MethodExplanation match : found) {
            refused.add(match.as(Verdict.REFUSED, refusal));
        }
        return refused;
    }
}
