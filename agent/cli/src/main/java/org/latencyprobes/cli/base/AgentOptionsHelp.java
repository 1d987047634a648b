package org.latencyprobes.cli.base;

import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.agent.option.Option;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The list of the agent's options at the end of a command's help. */
public final class AgentOptionsHelp {

    private static final String SECTION = "agentOptions";
    private static final int KEY_WIDTH = 23;

    private AgentOptionsHelp() {}

    public static void addTo(UsageMessageSpec help) {
        List<String> sections = new ArrayList<>(help.sectionKeys());
        sections.add(SECTION);
        help.sectionKeys(sections);
        help.sectionMap().put(SECTION, AgentOptionsHelp::text);
    }

    private static String text(Help help) {
        TextTable table = TextTable.forColumns(
                help.colorScheme(),
                new Column(KEY_WIDTH, 2, Overflow.SPAN),
                new Column(Console.WIDTH - KEY_WIDTH, 1, Overflow.WRAP));
        for (Option option : Option.values()) {
            table.addRowValues(
                    option.key(),
                    option.meaning() + ". Takes " + option.allowed() + ". Default: " + option.standard() + '.');
        }
        return String.format("%nOptions of the agent:%n") + table;
    }
}
