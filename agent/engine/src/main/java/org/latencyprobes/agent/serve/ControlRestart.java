package org.latencyprobes.agent.serve;

import java.util.function.BooleanSupplier;

/** A task that starts the control thread once the JVM has a thread for it. It runs on a selection thread. */
public final class ControlRestart implements Runnable {

    private final SelectionThreads selection;
    private final BooleanSupplier isStillWanted;

    /** With what tries again, and says whether that is to be done once more. */
    public ControlRestart(SelectionThreads selection, BooleanSupplier isStillWanted) {
        this.selection = selection;
        this.isStillWanted = isStillWanted;
    }

    @Override
    public void run() {
        if (isStillWanted.getAsBoolean()) {
            selection.pause();
            selection.execute(this);
        }
    }
}
