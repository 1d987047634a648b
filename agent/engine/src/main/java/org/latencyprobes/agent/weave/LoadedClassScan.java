package org.latencyprobes.agent.weave;

import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.select.ClassDecision;
import org.latencyprobes.agent.select.SelectionRules;

/** A scan of the loaded classes for those that the rules concern. For one thread of the agent's at a time. */
final class LoadedClassScan {

    private static final int CLASSES_BETWEEN_PROGRESS = 2_000;

    /** So many classes are not worth a look into their files, which may not be what the JVM has. */
    private static final int FEW = 32;

    private final LoadedClasses loaded;
    private final WovenClasses woven;
    private final CompiledCode compiledCode;
    private boolean lookedIntoAll;

    LoadedClassScan(LoadedClasses loaded, WovenClasses woven, CompiledCode compiledCode) {
        this.loaded = loaded;
        this.woven = woven;
        this.compiledCode = compiledCode;
    }

    /** Those that a change of rules concerns. At first, and where other annotations count, every class is looked into. */
    List<Class<?>> concerned(SelectionRules before, SelectionRules next, Consumer<String> progress) {
        if (lookedIntoAll && !compiledCode.hasLeftAny() && before.hasAnnotationsOf(next.selection())) {
            return named(before.selection().changedPatterns(next.selection()), next);
        }
        boolean restoring = !before.selection().equals(next.selection());
        return lookedInto(next, restoring, progress);
    }

    /** Whether there are such. They are left as they are, so that this does not count as having looked into them. */
    boolean isConcerned(SelectionRules before, SelectionRules next, Consumer<String> progress) {
        boolean former = lookedIntoAll;
        boolean isAny = !concerned(before, next, progress).isEmpty();
        lookedIntoAll = former;
        return isAny;
    }

    /** Of many classes only those that are woven, or would be: each that is transformed again costs its compiled code. */
    private List<Class<?>> named(List<MethodPattern> patterns, SelectionRules next) {
        List<Class<?>> named = loaded.that(type -> isNamed(type, patterns));
        if (named.size() <= FEW && !compiledCode.isAtStake()) {
            return named;
        }
        List<Class<?>> concerned = new ArrayList<>();
        for (Class<?> type : named) {
            if (woven.contains(type) || wouldBeWoven(next, type)) {
                concerned.add(type);
            }
        }
        return concerned;
    }

    static boolean isNamed(Class<?> type, List<MethodPattern> patterns) {
        for (MethodPattern pattern : patterns) {
            if (pattern.matchesType(type.getName())) {
                return true;
            }
        }
        return false;
    }

    private static boolean wouldBeWoven(SelectionRules rules, Class<?> type) {
        if (Loaders.isJdk(type.getClassLoader()) && !rules.mayConcernJdk(type.getName())) {
            return false;
        }
        byte[] classFile = ClassBytes.resource(type.getClassLoader(), type.getName());
        return classFile == null || ClassDecision.wouldSelect(classFile, rules);
    }

    /**
     * Classes that were made at run time can be looked into only by transforming them: not where that is all that it would cost, nor where their
     * loader does not know the annotations that are looked for. There may be thousands.
     */
    private List<Class<?>> lookedInto(SelectionRules rules, boolean restoring, Consumer<String> progress) {
        int[] looked = {0};
        List<Class<?>> unread = new ArrayList<>();
        List<Class<?>> concerned = loaded.that(type -> {
            if (++looked[0] % CLASSES_BETWEEN_PROGRESS == 0) {
                progress.accept("looked into " + looked[0] + " classes");
            }
            return woven.contains(type) ? restoring : concerns(rules, type, unread);
        });
        if (!unread.isEmpty()) {
            unread.removeIf(new WithoutAnnotations(rules.annotationTypes()));
        }
        boolean readingAll = !concerned.isEmpty() || !compiledCode.isAtStake();
        if (readingAll) {
            concerned.addAll(unread);
        }
        lookedIntoAll = readingAll || unread.isEmpty();
        return concerned;
    }

    /** Whether no annotation that makes probes is to be had from a class's loader. Each is asked once. */
    private record WithoutAnnotations(List<String> types, Map<ClassLoader, Boolean> known)
            implements Predicate<Class<?>> {

        WithoutAnnotations(List<String> types) {
            this(types, new IdentityHashMap<>());
        }

        @Override
        public boolean test(Class<?> made) {
            return known.computeIfAbsent(
                    made.getClassLoader(),
                    loader -> types.stream().allMatch(type -> ClassBytes.resource(loader, type) == null));
        }
    }

    private static boolean concerns(SelectionRules rules, Class<?> type, List<Class<?>> unread) {
        ClassLoader loader = type.getClassLoader();
        if (Loaders.isJdk(loader)) {
            return rules.mayConcernJdk(type.getName());
        }
        byte[] classFile = ClassBytes.resource(loader, type.getName());
        if (classFile == null && rules.isNamed(type.getName())) {
            return true;
        }
        if (classFile == null && !Proxy.isProxyClass(type) && !type.getName().startsWith(ClassBytes.ACCESSORS)) {
            unread.add(type);
        }
        return classFile != null && concerns(rules, type, classFile);
    }

    private static boolean concerns(SelectionRules rules, Class<?> type, byte[] classFile) {
        if (rules.isNamed(type.getName()) && ClassDecision.wouldSelect(classFile, rules)) {
            return true;
        }
        List<String> unknown = new ArrayList<>();
        boolean concerns = rules.mayBeMarked(classFile, unknown);
        for (String descriptor : unknown) {
            concerns |= isMarked(rules, type.getClassLoader(), descriptor);
        }
        return concerns;
    }

    /** Looks an annotation type up, if nothing is known of it. */
    static boolean isMarked(SelectionRules rules, ClassLoader loader, String descriptor) {
        if (!rules.isUnknown(descriptor)) {
            return rules.isMarking(descriptor);
        }
        String typeName = descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
        return rules.learnAnnotation(descriptor, ClassBytes.resource(loader, typeName));
    }

    /** Subtypes that were decided before it was known what they inherit, one generation of them; never one of those already tried. */
    List<Class<?>> outdatedSubtypes(SelectionRules rules, Set<Class<?>> tried) {
        return rules.hasInherited() ? loaded.that(type -> isOutdated(rules, type) && tried.add(type)) : List.of();
    }

    private static boolean isOutdated(SelectionRules rules, Class<?> type) {
        if (Loaders.isJdk(type.getClassLoader())) {
            return false;
        }
        List<String> parents = new ArrayList<>();
        if (type.getSuperclass() != null) {
            parents.add(type.getSuperclass().getName().replace('.', '/'));
        }
        for (Class<?> parent : type.getInterfaces()) {
            parents.add(parent.getName().replace('.', '/'));
        }
        return !rules.isUpToDate(type.getName().replace('.', '/'), parents);
    }

    /** Classes of these names and loaders that are loaded by now; they are taken out of the map. */
    List<Class<?>> arrived(Map<String, List<WeakReference<ClassLoader>>> awaited) {
        if (awaited.isEmpty()) {
            return List.of();
        }
        List<Class<?>> arrived = loaded.that(type -> awaited.getOrDefault(type.getName(), List.of()).stream()
                .anyMatch(loader -> loader.refersTo(type.getClassLoader())));
        for (Class<?> type : arrived) {
            awaited.computeIfPresent(type.getName(), (name, loaders) -> {
                loaders.removeIf(loader -> loader.refersTo(type.getClassLoader()));
                return loaders.isEmpty() ? null : loaders;
            });
        }
        return arrived;
    }

    static Set<Class<?>> newSet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }
}
