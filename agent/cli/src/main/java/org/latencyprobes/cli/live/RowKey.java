package org.latencyprobes.cli.live;

import java.util.Map;
import org.latencyprobes.agent.protocol.codec.Texts;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.cli.print.ReportFigures;

/**
 * What a row of figures is about: a probe's calls of one outcome, its self times, or a sampler of jitter.
 *
 * @param probe the probe's name, any text
 * @param tags of the probe
 * @param outcome {@code ok}, {@code error}, {@code cancelled}; of self times {@code ok self} and {@code error self}
 * @param kind {@code probe}, {@code jitter} or {@code self}
 * @param copy 0; 1 and so on where several applications of the JVM have a probe of that name
 */
public record RowKey(String probe, Map<String, String> tags, String outcome, String kind, int copy) {

    /**
     * What a row of a table {@code report} is about.
     *
     * @param row of the table
     * @param copy how many rows of the same probe, tags, outcome and kind stand before
     * @return the key
     */
    public static RowKey of(ReportRow row, int copy) {
        return new RowKey(row.probe(), row.tags(), row.outcome(), row.kind(), copy);
    }

    /**
     * Whether the samples are calls.
     *
     * @return false for jitter and self times
     */
    public boolean isCalls() {
        return kind.equals("probe");
    }

    /**
     * Whether the samples are delays of the JVM or the machine.
     *
     * @return true for a jitter sampler's
     */
    public boolean isJitter() {
        return kind.equals("jitter");
    }

    /**
     * Name and tags for people, and which copy it is unless it is the first.
     *
     * @return any text, also with control characters
     */
    public String name() {
        return ReportFigures.label(probe + Texts.label(tags), copy);
    }

    /**
     * The same with the outcome, unless that is {@code ok}.
     *
     * @return any text, also with control characters
     */
    public String label() {
        return name() + (outcome.equals("ok") ? "" : " " + outcome);
    }
}
