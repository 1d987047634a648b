package org.latencyprobes.agent.serve;

import java.util.function.BooleanSupplier;

/**
 * A task that starts the control thread once the JVM has a thread for it. It runs on a selection thread.
 *
 * @param selection tries again
 * @param isStillWanted says whether that is to be done once more
 */
public record ControlRestart(SelectionThreads selection, BooleanSupplier isStillWanted) implements Runnable {

    @Override
    public void run() {
        if (isStillWanted.getAsBoolean()) {
            selection.pause();
            selection.execute(this);
        }
    }
}
