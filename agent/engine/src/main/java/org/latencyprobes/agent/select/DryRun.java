package org.latencyprobes.agent.select;

import java.util.ArrayList;
import java.util.List;

/** What a pattern would select, without weaving anything. */
public final class DryRun {

    private final MethodPattern pattern;
    private final Rulebook rules;

    /**
     * Prepares one.
     *
     * @param pattern which methods
     * @param excludes patterns of methods that are never probed
     */
    public DryRun(MethodPattern pattern, List<MethodPattern> excludes) {
        this.pattern = pattern;
        this.rules = Rulebook.of(new Selection(List.of(pattern), excludes, List.of(), Integer.MAX_VALUE));
    }

    /**
     * Looks at one class.
     *
     * @param classFile its bytes
     * @param loader its class loader, as people tell it
     * @return one for each match, those that would be refused included
     */
    public List<Explanation> in(byte[] classFile, String loader) {
        List<Explanation> matches = new ArrayList<>();
        for (Explanation method : Explainer.wouldBe(classFile, rules, pattern, loader)) {
            if (!method.rule().isEmpty()) {
                matches.add(method);
            }
        }
        return matches;
    }
}
