package org.latencyprobes.agent.figures;

import org.latencyprobes.agent.protocol.Answer;

/** Conditions of which nothing is known. */
public class NoConditions implements Conditions {

    @Override
    public Mark mark() {
        return new Mark(System.nanoTime(), null, null);
    }

    @Override
    public Answer add(Answer answer, Mark sinceOrNull) {
        return answer;
    }
}
