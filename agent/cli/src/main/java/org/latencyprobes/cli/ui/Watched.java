package org.latencyprobes.cli.ui;

import java.util.List;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.cli.live.LiveRow;
import org.latencyprobes.cli.live.RowKey;

/** A JVM under watch, or the logs of a finished run. Thread-safe. */
interface Watched {

    /** Whether figures still come. */
    enum State {
        LIVE,
        LOST,
        FINISHED
    }

    /** What runs there, or the log's name. */
    String name();

    /** A short name that tells it from others. */
    String label();

    State state();

    /** When the newest snapshot was taken, in ms since 1970; 0 where there is none. */
    long millis();

    /** More about it, in a sentence. */
    String remark();

    /** What its probes did in that time. */
    List<LiveRow> figures(Window window);

    /** What one probe recorded in that time; null where it has none. */
    ProbeRecording recording(RowKey key, Window window);

    /** Changes what is probed, or how. With consent also where the user has to be asked before. */
    Answer change(Request request, boolean isConsent);
}
