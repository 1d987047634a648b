package org.latencyprobes.cli;

import org.latencyprobes.agent.control.Answer;
import picocli.CommandLine.Option;

/** The option to be told how many methods there are, and not which. */
final class Summary {

    @Option(names = "--summary", description = "Say how many methods there are, not which.")
    private boolean wanted;

    Answer of(Answer answer) {
        if (wanted) {
            answer.tables().clear();
        }
        return answer;
    }
}
