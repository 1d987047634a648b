package org.latencyprobes.cli;

import org.latencyprobes.agent.control.Answer;
import picocli.CommandLine.Option;

/** The option {@code --summary}: the number of methods without the table of them. */
final class SummaryOption {

    @Option(names = "--summary", description = "Say how many methods there are, without the list of them.")
    private boolean wanted;

    Answer of(Answer answer) {
        if (wanted) {
            answer.tables().clear();
        }
        return answer;
    }
}
