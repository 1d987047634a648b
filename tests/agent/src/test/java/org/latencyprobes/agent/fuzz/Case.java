package org.latencyprobes.agent.fuzz;

import java.util.Map;

/**
 * One case of the fuzzer.
 *
 * @param label tells how it was made
 * @param isCallable whether its methods can be called without danger of an endless loop
 * @param classes class files by name, that of interest first
 */
record Case(String label, boolean isCallable, Map<String, byte[]> classes) {

    static Case of(String label, boolean isCallable, String className, byte[] classFile) {
        return new Case(label, isCallable, Map.of(className, classFile));
    }
}
