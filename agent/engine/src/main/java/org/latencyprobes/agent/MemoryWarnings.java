package org.latencyprobes.agent;

import java.util.function.Consumer;
import org.latencyprobes.agent.base.Log;

/** A receiver of warnings about memory, from threads that link call sites, under locks. Not a lambda, which would cost the start more. */
final class MemoryWarnings implements Consumer<String> {

    @Override
    public void accept(String warning) {
        Log.sayLater(warning);
    }
}
