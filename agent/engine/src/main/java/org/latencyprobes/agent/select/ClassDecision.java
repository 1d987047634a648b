package org.latencyprobes.agent.select;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import org.latencyprobes.agent.classfile.ClassOutline;
import org.latencyprobes.agent.classfile.MethodKind;
import org.latencyprobes.agent.classfile.MethodOutline;

/**
 * The decision on one class: its methods that are probes, and those that were meant to be but can't, with the reason.
 *
 * <p>This is decided here alone, from the class's own bytes and from what the rules have learnt about other types by their names. Not
 * thread-safe.
 */
public final class ClassDecision {

    /** A method may have 65,535 slots; the probe needs some for the start, the result and what is thrown. */
    private static final int MOST_LOCALS = 65_500;

    static final String ABSTRACT = "it is abstract: ";

    private static final String TO_IMPLEMENT = ABSTRACT + "name the classes that implement it";

    private final Map<String, RuleMatch> matches = new LinkedHashMap<>();
    private final Map<String, MethodProbe> probes = new LinkedHashMap<>();
    private final List<MethodDecision> methods = new ArrayList<>();
    private final ClassOutline outline;
    private final SelectionRules rules;
    private final ProbeLimit limit;
    private boolean changesInherited;

    /** There is no limit where nothing is counted. */
    private ClassDecision(ClassOutline outline, SelectionRules rules, ProbedMethods others) {
        this.outline = outline;
        this.rules = rules;
        this.limit = others == null ? null : new ProbeLimit(rules.selection().limit(), others, outline.className());
    }

    /**
     * Decides for good: what is decided counts towards the limits, and what subtypes inherit is learnt.
     *
     * @param classFile the class's bytes
     * @param rules the rules in force
     * @param others what is probed already
     * @return the decision
     */
    public static ClassDecision on(byte[] classFile, SelectionRules rules, ProbedMethods others) {
        return new ClassDecision(ClassOutline.of(classFile), rules, others).decide();
    }

    /**
     * The same for a class that is being loaded.
     *
     * @param internalName the class's name, as the JVM was told it
     * @param classFile its bytes
     * @param rules the rules in force
     * @param others what is probed already
     * @return the decision; null if the bytes have another name in them: nothing must be learnt of the class whose name that is
     */
    public static ClassDecision on(String internalName, byte[] classFile, SelectionRules rules, ProbedMethods others) {
        ClassOutline outline = ClassOutline.of(classFile);
        return outline.internalName().equals(internalName) ? new ClassDecision(outline, rules, others).decide() : null;
    }

    /** Decides as {@link #on} would, for explaining: nothing is counted. */
    static ClassDecision wouldBe(byte[] classFile, SelectionRules rules) {
        return new ClassDecision(ClassOutline.of(classFile), rules, null).decide();
    }

    /**
     * Whether a class has methods that are selected, whether or not they can be probed. Nothing is counted or learnt.
     *
     * @param classFile the class's bytes
     * @param rules the rules in force
     * @return false if weaving it would change nothing
     */
    public static boolean wouldSelect(byte[] classFile, SelectionRules rules) {
        try {
            for (MethodDecision method : wouldBe(classFile, rules).methods()) {
                if (method.probe() != null || method.verdict() == Verdict.REFUSED) {
                    return true;
                }
            }
            return false;
        } catch (RuntimeException e) { // it can't be read: whoever weaves it says so
            return true;
        }
    }

    private ClassDecision decide() {
        if (outline.isAnnotationType()) {
            rules.learn('L' + outline.internalName() + ';', outline);
        }
        RuleMatcher matcher = new RuleMatcher(outline, rules);
        for (MethodOutline method : outline.methods()) {
            if (!method.isBridge() && !method.isClassInitialiser()) {
                matches.put(method.key(), matcher.match(method));
            }
        }
        for (MethodOutline method : outline.methods()) {
            RuleMatch match = matches.get(method.key());
            if (match != null) {
                settle(decide(method, match));
            }
        }
        changesInherited = limit != null && matcher.learn();
        return this;
    }

    private void settle(MethodDecision decided) {
        methods.add(decided);
        if (decided.probe() != null) {
            probes.put(decided.method().key(), decided.probe());
        }
    }

    private MethodDecision decide(MethodOutline method, RuleMatch match) {
        if (match.excluded()) {
            return MethodDecision.excluded(method, match.rule(), match.reason());
        }
        if (!match.selects()) {
            return MethodDecision.notSelected(method, method.isAbstract() ? TO_IMPLEMENT : match.reason());
        }
        if (method.isAbstract()) {
            return MethodDecision.notSelected(
                    method,
                    match.pattern() == null ? ABSTRACT + "the methods that implement it are probed" : TO_IMPLEMENT);
        }
        String reached = limit == null ? null : limit.refusal(match.pattern());
        if (reached != null) { // then nothing need be read
            return MethodDecision.overLimit(method, match.rule(), reached);
        }
        String reason = refusal(method, match);
        if (reason != null) {
            return MethodDecision.refused(method, match.rule(), reason);
        }
        if (isCountedByDelegate(method)) {
            return MethodDecision.notSelected(method, "it hands over by this(…) to a constructor that is probed");
        }
        if (limit != null) {
            limit.take(match.pattern());
        }
        return MethodDecision.probed(method, probe(method, match), match.rule());
    }

    private String refusal(MethodOutline method, RuleMatch match) {
        if (method.isNative() || !method.hasCode()) {
            return "it is native: there is no bytecode to weave; probe its caller";
        }
        if (!outline.knowsFrames()) {
            return "its class file is of version " + outline.version() + ", from before stack map frames (50, Java 6): "
                    + "compile it for a later Java";
        }
        if (method.maxLocals() > MOST_LOCALS) {
            return "it has " + method.maxLocals() + " slots of local variables, which leaves no room for the probe's";
        }
        if (!match.named() && JitLimits.preventsCompilation(method.bytes(), method::wovenBytes)) {
            return JitLimits.REFUSAL;
        }
        String badTags = TagRule.violation(match.tags());
        if (badTags != null) {
            return badTags;
        }
        return null;
    }

    /** Where constructors call each other by {@code this(…)}, the last probed one records. So one new object is one sample. */
    private boolean isCountedByDelegate(MethodOutline constructor) {
        MethodOutline next = delegateOf(constructor);
        for (int left = matches.size();
                next != null && left > 0;
                left--) { // in a malformed class file they may form a loop
            if (matches.get(next.key()).selects()) {
                return true;
            }
            next = delegateOf(next);
        }
        return false;
    }

    private MethodOutline delegateOf(MethodOutline constructor) {
        String delegate = outline.delegate(constructor);
        if (delegate == null) {
            return null;
        }
        for (MethodOutline method : outline.methods()) {
            if (method.isConstructor() && method.descriptor().equals(delegate)) {
                return method;
            }
        }
        return null;
    }

    private MethodProbe probe(MethodOutline method, RuleMatch match) {
        String name = match.name().isEmpty() ? standardName(method) : match.name();
        MethodKind kind = MethodKind.of(method.name(), method.descriptor());
        return new MethodProbe(
                name,
                match.tags(),
                kind,
                method.reusesParameters(),
                method.isSynchronized(),
                match.outermost() && kind == MethodKind.METHOD);
    }

    private String standardName(MethodOutline method) {
        return outline.simpleName() + '.' + (method.isConstructor() ? "new" : method.name());
    }

    /**
     * The class.
     *
     * @return its binary name
     */
    public String className() {
        return outline.className();
    }

    /**
     * Whether the class file is to be raised to the first version that has {@code invokedynamic}. There the verifier doesn't fall back on its
     * predecessor, which needs no stack map frames, so only the JVM can tell whether it takes the class.
     *
     * @return true for version 50
     */
    public boolean isRaised() {
        return !outline.knowsInvokeDynamic();
    }

    /**
     * The probes of the class.
     *
     * @return by name and descriptor of the method
     */
    public Map<String, MethodProbe> probes() {
        return probes;
    }

    /**
     * Whether other classes that were loaded before are to be decided anew.
     *
     * @return true if subtypes, or the superclass, inherit what was not known before
     */
    public boolean changesInherited() {
        return changesInherited;
    }

    /**
     * What can't be woven though it was selected.
     *
     * @return refusals by method
     */
    public Map<String, Refusal> refused() {
        Map<String, Refusal> refused = new LinkedHashMap<>();
        for (MethodDecision decided : methods) {
            if (decided.verdict() == Verdict.REFUSED) {
                refused.put(
                        outline.className()
                                + '#'
                                + decided.method().name()
                                + decided.method().descriptor(),
                        new Refusal(decided.reason(), decided.isForLimit()));
            }
        }
        return refused;
    }

    /**
     * The reader of the class file that was decided on.
     *
     * @return always the same; for one thread
     */
    public ClassReader reader() {
        return outline.reader();
    }

    List<MethodDecision> methods() {
        return methods;
    }
}
