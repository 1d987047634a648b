package org.latencyprobes.explain;

/**
 * A time. Its moments are those of {@link System#nanoTime}, far from where that wraps around.
 *
 * @param from its start
 * @param to its end
 */
public record Span(long from, long to) {

    /** {@return how long it is, in ns} */
    public long nanos() {
        return to - from;
    }

    /**
     * What it has in common with another.
     *
     * @param other the other
     * @return of no or negative length where that is nothing
     */
    public Span within(Span other) {
        return new Span(Math.max(from, other.from), Math.min(to, other.to));
    }
}
