package org.latencyprobes.agent.fuzz;

import org.junit.jupiter.api.Tag;

/** With thousands of mutants, or as many as the system property {@code fuzz.mutants} says. */
@Tag("nightly")
final class ManyMutantsFuzzIT extends ClassFileFuzz {

    ManyMutantsFuzzIT() {
        super(Integer.getInteger("fuzz.mutants", 5_200));
    }
}
