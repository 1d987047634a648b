package org.latencyprobes.agent.fuzz;

import org.junit.jupiter.api.Tag;

/** With all odd class files, and a few mutants of each class. */
@Tag("full")
final class ClassFileFuzzIT extends ClassFileFuzz {

    ClassFileFuzzIT() {
        super(200);
    }
}
