package org.latencyprobes.internal.histogram;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.latencyprobes.internal.probe.Hub;
import org.latencyprobes.internal.probe.Timeline;

/**
 * A reader of what every series of the JVM has counted since its start, one after another. A series says how many calls it has before its
 * counters are read, so that one without new calls costs next to nothing. The others are read into one array, over and over. It never waits
 * for a thread that records. For one thread.
 */
public final class SeriesReader {

    private static final int CALLS_NUMBERS = 2;

    private final Timeline timeline;
    private long[] array = {};

    /** Creates a reader, which keeps one array of counters. */
    public SeriesReader() {
        this(Timeline.OURS);
    }

    /**
     * Creates a reader with a clock of its own.
     *
     * @param timeline where the times of what it reads come from
     */
    public SeriesReader(Timeline timeline) {
        this.timeline = timeline;
    }

    /**
     * Reads all, also those without a call. What an owner has that fails is left out.
     *
     * @param each takes each, on this thread; must not keep it
     */
    public void read(Consumer<Series> each) {
        Map<String, List<Map<String, Object>>> owners = Hub.read();
        long nowMillis = timeline.nowMillis();
        Hub.each(owners, (owner, reading) -> each.accept(new Series(owner, reading, nowMillis)));
    }

    /** A probe's calls of one outcome, its self times, or a sampler of jitter. */
    public final class Series extends SeriesIdentity {

        private final long nowMillis;
        private final long timed;
        private final long untimed;
        private IntervalCounts counts;

        private Series(String owner, Map<String, Object> reading, long nowMillis) {
            super(owner, reading);
            this.nowMillis = nowMillis;
            if (reading.get(Hub.CALLS) instanceof long[] calls && calls.length >= CALLS_NUMBERS) {
                timed = calls[0];
                untimed = calls[1];
            } else { // of an older version
                IntervalCounts all = counts();
                timed = all == null ? 0 : all.timed();
                untimed = all == null ? 0 : all.untimed();
            }
        }

        /**
         * The number of calls that were timed.
         *
         * @return 0 or more, and never less than in a reading before; with {@link #untimed} it is the same only where nothing was recorded
         */
        public long timed() {
            return timed;
        }

        /**
         * The number of calls that were counted and not timed.
         *
         * @return 0 or more, and never less than in a reading before
         */
        public long untimed() {
            return untimed;
        }

        /**
         * When it began to count.
         *
         * @return in ms since 1970
         */
        public long startMillis() {
            return Math.min(timeline.begin((Long) reading.get(Hub.START_MILLIS)), nowMillis - 1);
        }

        /**
         * When it is read.
         *
         * @return in ms since 1970, after its start
         */
        public long endMillis() {
            return nowMillis;
        }

        /**
         * Whether there was a call.
         *
         * @return true if one was timed or counted
         */
        public boolean hasCalls() {
            return timed + untimed > 0;
        }

        /**
         * Reads the counters.
         *
         * @return what was recorded since the start, perhaps with more calls than above; null where that can't be had. It is the same object
         *     each time, and holds until the next series comes
         */
        public IntervalCounts counts() {
            long[] read = counts == null ? Hub.counts(reading, array) : null;
            if (read != null) {
                array = read;
                counts = new IntervalCounts(owner(), null, array, reading, startMillis(), nowMillis);
            }
            return counts;
        }
    }
}
