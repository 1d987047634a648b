package org.latencyprobes.agent.link;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import org.junit.jupiter.api.Test;

final class BootstrapClassTest {

    /** What an agent of before the first release left in the JVM: it has not all the members of today. */
    public static final class Before {

        /** Read by reflection. */
        public static final int PROTOCOL = 1;

        private Before() {}
    }

    /** Of this agent's protocol. */
    public static final class Present {

        /** Read by reflection. */
        public static final int PROTOCOL = BootstrapClass.PROTOCOL;

        private Present() {}
    }

    @Test
    void anAgentOfAnotherProtocolIsNamedAsTheReason() {
        assertThatIllegalStateException()
                .isThrownBy(() -> BootstrapClass.requireProtocolOf(Before.class))
                .withMessageContaining("its linkage protocol is 1, this agent's is 3");
        assertThatNoException().isThrownBy(() -> BootstrapClass.requireProtocolOf(Present.class));
    }
}
