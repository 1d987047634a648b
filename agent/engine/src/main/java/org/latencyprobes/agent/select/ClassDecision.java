package org.latencyprobes.agent.select;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.utility.OpenedClassReader;
import org.latencyprobes.agent.classfile.ClassOutline;
import org.latencyprobes.agent.classfile.MethodKind;
import org.latencyprobes.agent.classfile.MethodOutline;

/**
 * What becomes of one class: its methods that are probes, and those that were meant to be but can't, with the reason.
 *
 * <p>The one place where this is decided, from the class's own bytes and what the rules have learnt of other types' names. Not
 * thread-safe.
 */
public final class ClassDecision {

    /** A method may have 65,535 slots; the probe needs some for the start, the result and what is thrown. */
    private static final int MOST_LOCALS = 65_500;

    private final Map<String, RuleMatch> choices = new LinkedHashMap<>();
    private final Map<String, MethodProbe> probes = new LinkedHashMap<>();
    private final List<MethodDecision> verdicts = new ArrayList<>();
    private final ClassOutline outline;
    private final SelectionRules rules;
    private final ProbeLimit budget;
    private boolean news;

    /** Without a budget where nothing is counted. */
    private ClassDecision(byte[] classFile, SelectionRules rules, ProbedMethods others) {
        this.outline = ClassOutline.of(classFile);
        this.rules = rules;
        this.budget = others == null ? null : new ProbeLimit(rules.selection().limit(), others, outline.className());
    }

    /**
     * Decides for good: what is decided counts towards the limits, and what the class hands down is learnt.
     *
     * @param classFile the class's bytes
     * @param rules the rules in force
     * @param others what is probed already
     * @return the decision
     */
    public static ClassDecision on(byte[] classFile, SelectionRules rules, ProbedMethods others) {
        return new ClassDecision(classFile, rules, others).decide();
    }

    /**
     * Whether a class file is of the class that it is said to be.
     *
     * @param internalName the class's name
     * @param classFile the bytes
     * @return false if it has another name in it
     */
    public static boolean isOf(String internalName, byte[] classFile) {
        return OpenedClassReader.of(classFile).getClassName().equals(internalName);
    }

    /** Decides as {@link #on} would, for explaining: nothing is counted. */
    static ClassDecision wouldBe(byte[] classFile, SelectionRules rules) {
        return new ClassDecision(classFile, rules, null).decide();
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
            for (MethodDecision verdict : wouldBe(classFile, rules).verdicts()) {
                if (verdict.probe() != null || verdict.kind() == MethodDecision.Kind.REFUSED) {
                    return true;
                }
            }
            return false;
        } catch (RuntimeException e) { // no class file that ASM can read: whoever weaves it says so
            return true;
        }
    }

    private ClassDecision decide() {
        if (outline.isAnnotationType()) {
            rules.learn('L' + outline.internalName() + ';', outline);
        }
        RuleMatcher chooser = new RuleMatcher(outline, rules);
        for (MethodOutline method : outline.methods()) {
            if (!method.isBridge() && !method.isClassInitialiser()) {
                choices.put(method.key(), chooser.choose(method));
            }
        }
        for (MethodOutline method : outline.methods()) {
            RuleMatch choice = choices.get(method.key());
            if (choice != null) {
                settle(verdict(method, choice));
            }
        }
        news = budget != null && rules.inherited().learn(outline.internalName(), chooser.inheritable());
        return this;
    }

    private void settle(MethodDecision verdict) {
        verdicts.add(verdict);
        if (verdict.probe() != null) {
            probes.put(verdict.method().key(), verdict.probe());
        }
    }

    private MethodDecision verdict(MethodOutline method, RuleMatch choice) {
        if (choice.excluded()) {
            return MethodDecision.excluded(method, choice.rule(), choice.reason());
        }
        if (!choice.isMade()) {
            return MethodDecision.notSelected(method, choice.reason());
        }
        if (method.isAbstract()) {
            return MethodDecision.notSelected(
                    method,
                    choice.pattern() == null
                            ? "it is abstract: the methods that implement it are probed"
                            : "it is abstract: name the classes that implement it");
        }
        String full = budget == null ? null : budget.refusal(choice.pattern());
        String reason = full == null ? refusal(method, choice) : full; // a full budget saves the reading
        if (reason != null) {
            return MethodDecision.refused(method, choice.rule(), reason);
        }
        if (isCountedByDelegate(method)) {
            return MethodDecision.notSelected(method, "it hands over by this(…) to a constructor that is probed");
        }
        if (budget != null) {
            budget.take(choice.pattern());
        }
        return MethodDecision.probed(method, probe(method, choice), choice.rule());
    }

    private String refusal(MethodOutline method, RuleMatch choice) {
        if (method.isNative() || !method.hasCode()) {
            return "it is native: there is no bytecode to weave; mark its caller";
        }
        if (!outline.knowsFrames()) {
            return "its class file is of version " + outline.version() + ", from before stack map frames (50, Java 6): "
                    + "compile it for a later Java";
        }
        if (method.maxLocals() > MOST_LOCALS) {
            return "it has " + method.maxLocals() + " slots of local variables, which leaves no room for the probe's";
        }
        if (!choice.named() && JitLimits.preventsCompilation(outline.bytes(method), () -> outline.wovenBytes(method))) {
            return JitLimits.REFUSAL;
        }
        String badTags = TagRule.violation(choice.tags());
        if (badTags != null) {
            return badTags;
        }
        return null;
    }

    /** Of constructors linked by {@code this(…)} the last probed one records: one new object is one sample. */
    private boolean isCountedByDelegate(MethodOutline constructor) {
        MethodOutline next = delegateOf(constructor);
        for (int left = choices.size(); next != null && left > 0; left--) { // odd class files go in circles
            if (choices.get(next.key()).isMade()) {
                return true;
            }
            next = delegateOf(next);
        }
        return false;
    }

    private MethodOutline delegateOf(MethodOutline constructor) {
        for (MethodOutline method : outline.methods()) {
            if (method.isConstructor() && method.descriptor().equals(constructor.delegate())) {
                return method;
            }
        }
        return null;
    }

    private MethodProbe probe(MethodOutline method, RuleMatch choice) {
        String name = choice.name().isEmpty() ? standardName(method) : choice.name();
        return new MethodProbe(
                name,
                choice.tags(),
                MethodKind.of(method.name(), method.descriptor()),
                method.reusesParameters(),
                method.isSynchronized());
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
     * Its superclass and interfaces.
     *
     * @return internal names
     */
    public List<String> parents() {
        return outline.parents();
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
     * Whether subtypes of the class that were loaded before are to be decided anew.
     *
     * @return true if it hands down what was not known before
     */
    public boolean changesInherited() {
        return news;
    }

    /**
     * What can't be woven though it was selected.
     *
     * @return reasons by method
     */
    public Map<String, String> refused() {
        Map<String, String> refused = new LinkedHashMap<>();
        for (MethodDecision verdict : verdicts) {
            if (verdict.kind() == MethodDecision.Kind.REFUSED) {
                refused.put(
                        outline.className()
                                + '#'
                                + verdict.method().name()
                                + verdict.method().descriptor(),
                        verdict.reason());
            }
        }
        return refused;
    }

    ClassOutline outline() {
        return outline;
    }

    List<MethodDecision> verdicts() {
        return verdicts;
    }
}
