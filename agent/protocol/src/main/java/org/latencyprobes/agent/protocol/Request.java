package org.latencyprobes.agent.protocol;

import java.util.ArrayList;
import java.util.List;

/**
 * One command to the agent. Immutable.
 *
 * @param command its name
 * @param arguments what it is given, any texts
 */
public record Request(String command, List<String> arguments) {

    /** Keeps a copy of the list. */
    public Request {
        arguments = List.copyOf(arguments);
    }

    /**
     * The request as it travels: one line of cells.
     *
     * @return a text that {@link #parse} reads
     */
    public String text() {
        List<String> cells = new ArrayList<>();
        cells.add(command);
        cells.addAll(arguments);
        return Cells.line(cells);
    }

    /**
     * Reads a request; whatever the text is, something comes out.
     *
     * @param text as {@link #text} gives it
     * @return the request
     */
    public static Request parse(String text) {
        List<String> cells = Cells.of(text.strip());
        return new Request(cells.get(0), cells.subList(1, cells.size()));
    }
}
