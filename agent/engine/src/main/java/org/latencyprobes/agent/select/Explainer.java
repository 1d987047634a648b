package org.latencyprobes.agent.select;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Puts decisions into words. */
public final class Explainer {

    private static final int UNKNOWN = -1;

    private Explainer() {}

    /**
     * What a decision would be on methods of a class, and why. Nothing is counted or learnt.
     *
     * @param classFile the class's bytes
     * @param rules the rules in force
     * @param pattern which methods
     * @param loader its class loader, as people tell it
     * @return one explanation for each method
     */
    public static List<Explanation> wouldBe(byte[] classFile, Rulebook rules, MethodPattern pattern, String loader) {
        Map<String, Integer> sizes = CodeSizes.of(classFile);
        Decision decision = Decision.wouldBe(classFile, rules);
        List<Explanation> explanations = new ArrayList<>();
        for (Verdict verdict : decision.verdicts()) {
            MethodOutline method = verdict.method();
            if (pattern.matchesMethod(method.name(), method.descriptor(), method.isSynthetic())) {
                int bytes = sizes.getOrDefault(method.key(), UNKNOWN);
                explanations.add(explanation(decision.className(), loader, verdict, bytes, UNKNOWN));
            }
        }
        return explanations;
    }

    /**
     * The woven methods of a class.
     *
     * @param decision what was decided
     * @param loader its class loader, as people tell it
     * @param classFile its bytes before
     * @param woven its bytes after
     * @return one explanation for each probe
     */
    public static List<Explanation> woven(Decision decision, String loader, byte[] classFile, byte[] woven) {
        Map<String, Integer> before = CodeSizes.of(classFile);
        Map<String, Integer> after = CodeSizes.of(woven);
        List<Explanation> explanations = new ArrayList<>();
        for (Verdict verdict : decision.verdicts()) {
            if (verdict.probe() != null) {
                String key = verdict.method().key();
                explanations.add(explanation(
                        decision.className(),
                        loader,
                        verdict,
                        before.getOrDefault(key, UNKNOWN),
                        after.getOrDefault(key, UNKNOWN)));
            }
        }
        return explanations;
    }

    private static Explanation explanation(
            String className, String loader, Verdict verdict, int bytes, int wovenBytes) {
        return new Explanation(
                className,
                loader,
                verdict.method().display(),
                verdict.kind().label(),
                verdict.probe() == null ? "" : display(verdict.probe()),
                verdict.rule(),
                verdict.reason(),
                bytes,
                wovenBytes,
                JitLimits.remark(bytes, wovenBytes));
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
