package org.latencyprobes.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.option.BadOptionException;
import org.latencyprobes.agent.option.Sources;

final class DormantTest {

    /** The instrumentation of a JVM that has no class of the application's yet, and takes no transformer. */
    private static Instrumentation refusing() {
        return (Instrumentation) Proxy.newProxyInstance(
                DormantTest.class.getClassLoader(), new Class<?>[] {Instrumentation.class}, (proxy, method, given) -> {
                    if (method.getName().equals("addTransformer")) {
                        throw new IllegalStateException("no transformers");
                    }
                    return null;
                });
    }

    @Test
    void leavesNothingWhereItCannotBegin() throws BadOptionException {
        Object[] launch = {"", refusing(), "agent.jar", false, new Object[] {null}};
        Sources none = Sources.of("");
        assertThatIllegalStateException()
                .isThrownBy(() -> Dormant.begin(none, null, launch))
                .withMessage("no transformers");
        assertThat(System.getProperty(Session.VERSION)).isNull();
        assertThat(Dormant.isThere(launch)).isFalse();
    }
}
