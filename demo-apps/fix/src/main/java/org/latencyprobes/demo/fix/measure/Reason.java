package org.latencyprobes.demo.fix.measure;

import java.io.IOException;
import java.io.UncheckedIOException;

/** The text of a failure. */
final class Reason {

    private Reason() {}

    /** Messages of I/O and of sessions are made for people. Of what has none the type is said, and its trace goes to the log. */
    static String of(Throwable failure) {
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
