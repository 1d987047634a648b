package org.latencyprobes.cli.report;

import org.latencyprobes.agent.protocol.state.StatusFacts;

/** Answers to the question how an agent is. */
final class Statuses {

    private Statuses() {}

    /** With a text in the place of each. */
    static StatusFacts of(String text) {
        return new StatusFacts(
                text, text, 1, text, text, text, text, 0, 0, 0, 0, 0, 0, 0, 0, text, 0, 0, 0, text, text, 0L, 0L, text,
                text, text, 0L, text);
    }
}
