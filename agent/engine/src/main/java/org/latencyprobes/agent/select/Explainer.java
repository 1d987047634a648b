package org.latencyprobes.agent.select;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.classfile.MethodOutline;
import org.latencyprobes.agent.pattern.MethodPattern;

/** The explainer of decisions, in words. */
public final class Explainer {

    private static final int UNKNOWN = -1;
    private static final String RAISED =
            "its class file of version 50 is woven as one of version 51, right after it was loaded";

    private Explainer() {}

    /**
     * What a decision would be on methods of a class, and why. Nothing is counted or learnt.
     *
     * @param classFile the class's bytes
     * @param rules the rules in force
     * @param pattern which methods
     * @param loader its class loader, as people call it
     * @return one explanation for each method
     */
    public static List<MethodExplanation> wouldBe(
            byte[] classFile, SelectionRules rules, MethodPattern pattern, String loader) {
        ClassDecision decision = ClassDecision.wouldBe(classFile, rules);
        List<MethodExplanation> explanations = new ArrayList<>();
        for (MethodDecision decided : decision.methods()) {
            MethodOutline method = decided.method();
            if (pattern.matchesMethod(method.name(), method.descriptor(), method.isSynthetic())) {
                int expected = decided.probe() == null ? UNKNOWN : method.wovenBytes();
                explanations.add(explanation(decision, loader, decided, UNKNOWN, expected));
            }
        }
        return explanations;
    }

    /**
     * The woven methods of a class.
     *
     * @param decision what was decided
     * @param loader its class loader, as people call it
     * @param codeBytes how many bytes of code its methods have once woven, by name and descriptor
     * @return one explanation for each probe
     */
    public static List<MethodExplanation> woven(ClassDecision decision, String loader, Map<String, Integer> codeBytes) {
        List<MethodExplanation> explanations = new ArrayList<>();
        for (MethodDecision decided : decision.methods()) {
            if (decided.probe() != null) {
                int wovenBytes = codeBytes.getOrDefault(decided.method().key(), UNKNOWN);
                explanations.add(explanation(decision, loader, decided, wovenBytes, wovenBytes));
            }
        }
        return explanations;
    }

    private static MethodExplanation explanation(
            ClassDecision decision, String loader, MethodDecision decided, int wovenBytes, int expectedBytes) {
        int bytes = decided.method().bytes();
        return new MethodExplanation(
                decision.className(),
                loader,
                decided.method().display(),
                decided.verdict(),
                decided.probe() == null ? "" : display(decided.probe()),
                decided.rule(),
                decided.reason(),
                bytes,
                wovenBytes,
                remark(decided, decision.isRaised(), bytes, expectedBytes));
    }

    private static String remark(MethodDecision decided, boolean raised, int bytes, int wovenBytes) {
        if (decided.probe() == null) {
            return "";
        }
        String wait = decided.probe().waitsForMonitor() ? MethodExplanation.WITHOUT_WAIT : "";
        String both = MethodExplanation.both(wait, raised ? RAISED : "");
        return MethodExplanation.both(both, JitLimits.remark(bytes, wovenBytes));
    }

    private static String display(MethodProbe probe) {
        StringBuilder text = new StringBuilder(probe.name());
        for (int i = 0; i < probe.tags().size(); i += 2) {
            text.append(i == 0 ? '{' : ',')
                    .append(probe.tags().get(i))
                    .append('=')
                    .append(probe.tags().get(i + 1));
        }
        return probe.tags().isEmpty() ? text.toString() : text.append('}').toString();
    }
}
