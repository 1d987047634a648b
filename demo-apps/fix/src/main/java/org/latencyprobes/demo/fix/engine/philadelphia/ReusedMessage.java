package org.latencyprobes.demo.fix.engine.philadelphia;

import com.paritytrading.philadelphia.FIXConnection;
import com.paritytrading.philadelphia.FIXMessage;

/** A message that is sent again and again: filled in anew each time or, if prepared, only where it changes. Not thread-safe. */
abstract class ReusedMessage {

    final FIXConnection connection;
    final FIXMessage message;
    private final boolean prepared;
    private boolean filled;

    ReusedMessage(FIXConnection connection, boolean prepared) {
        this.connection = connection;
        this.prepared = prepared;
        message = connection.create();
    }

    /** Readies the message for the fields that change. */
    final void begin() {
        connection.setCurrentTimeMillis(System.currentTimeMillis());
        if (prepared && filled) {
            connection.update(message);
        } else {
            fill();
            filled = true;
        }
    }

    /** Adds all fields, and sets those that stay. */
    abstract void fill();
}
