package org.latencyprobes.agent.select;

import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.agent.pattern.MethodPattern;

/** A dry run of one pattern: what it would select, without weaving anything. */
public final class DryRun {

    private final MethodPattern pattern;
    private final SelectionRules rules;

    /**
     * Prepares one.
     *
     * @param known which annotations count, and what has been learnt of them: where one selects a method, it comes before the pattern
     * @param pattern which methods
     * @param excludes patterns of methods that are never probed
     */
    public DryRun(SelectionRules known, MethodPattern pattern, List<MethodPattern> excludes) {
        this.pattern = pattern;
        this.rules = known.with(
                new Selection(List.of(pattern), excludes, known.selection().annotations(), Integer.MAX_VALUE));
    }

    /**
     * Looks at one class.
     *
     * @param classFile its bytes
     * @param loader its class loader, as people call it
     * @return one for each match, those that would be refused included
     */
    public List<MethodExplanation> in(byte[] classFile, String loader) {
        List<MethodExplanation> matches = new ArrayList<>();
        for (MethodExplanation method : Explainer.wouldBe(classFile, rules, pattern, loader)) {
            if (!method.rule().isEmpty()) {
                matches.add(method);
            }
        }
        return matches;
    }
}
