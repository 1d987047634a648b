package org.latencyprobes.cli.logs;

import java.io.IOException;

/** A failure to read a line of a histogram log. The message names the log and the line. */
public final class BadLogException extends IOException {

    private static final long serialVersionUID = 1L;

    BadLogException(String log, long line, String reason) {
        super(log + " line " + line + ": " + reason);
    }
}
