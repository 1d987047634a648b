package org.latencyprobes.agent.select;

import java.util.List;
import org.latencyprobes.agent.classfile.MethodKind;

/**
 * The probe of one method.
 *
 * @param name its name
 * @param tags tag keys and values in turn
 * @param kind how the method is woven
 * @param reusesParameters whether its code may use a parameter's variable for a value of another type
 * @param waitsForMonitor whether a call may wait for a monitor before its first instruction, and so before its time begins
 * @param outermost whether a call inside another of the same probe, on the same thread, is left out
 */
public record MethodProbe(
        String name,
        List<String> tags,
        MethodKind kind,
        boolean reusesParameters,
        boolean waitsForMonitor,
        boolean outermost) {

    /** Keeps a copy of the list. */
    public MethodProbe {
        tags = List.copyOf(tags);
    }

    /**
     * The same probe, woven as if the code used a parameter's variable for something else.
     *
     * @return one that has the method work on copies of its parameters
     */
    public MethodProbe reusingParameters() {
        return new MethodProbe(name, tags, kind, true, waitsForMonitor, outermost);
    }
}
