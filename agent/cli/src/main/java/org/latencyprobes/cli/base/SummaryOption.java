package org.latencyprobes.cli.base;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.select.MatchedMethods;

/** The option {@code --summary}: the number of methods without the table of them. */
public final class SummaryOption {

    private static final String FORECAST = "forecast";

    private final Supplier<Boolean> wanted;

    public SummaryOption(Subcommand command) {
        wanted = command.flag("--summary", "Say how many methods there are, without the list of them.");
    }

    public Answer of(Answer answer) {
        if (wanted.get()) {
            answer.tables().removeIf(table -> !table.name().equals(FORECAST));
            List<String> sentences = new ArrayList<>(answer.sentences());
            answer.sentences().clear();
            sentences.stream()
                    .map(MatchedMethods::withoutShown)
                    .filter(Objects::nonNull)
                    .forEach(answer::say);
        }
        return answer;
    }
}
