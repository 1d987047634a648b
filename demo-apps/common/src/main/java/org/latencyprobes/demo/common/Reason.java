package org.latencyprobes.demo.common;

import java.io.IOException;
import java.io.UncheckedIOException;

/** The text of a failure. */
public final class Reason {

    private Reason() {}

    /**
     * Returns the message of a failure of I/O or of a session, since it is written for people. Of any other failure it returns the type,
     * and the trace goes to the log.
     */
    public static String of(Throwable failure) {
        if (failure instanceof IOException && failure.getMessage() != null) {
            return failure.getMessage();
        }
        if (failure instanceof UncheckedIOException unchecked) {
            return of(unchecked.getCause());
        }
        failure.printStackTrace();
        return failure.toString();
    }
}
