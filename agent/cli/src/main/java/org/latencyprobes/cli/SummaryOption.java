package org.latencyprobes.cli;

import java.util.function.Supplier;
import org.latencyprobes.agent.control.Answer;

/** The option {@code --summary}: the number of methods without the table of them. */
final class SummaryOption {

    private final Supplier<Boolean> wanted;

    SummaryOption(Subcommand command) {
        wanted = command.flag("--summary", "Say how many methods there are, without the list of them.");
    }

    Answer of(Answer answer) {
        if (wanted.get()) {
            answer.tables().clear();
        }
        return answer;
    }
}
