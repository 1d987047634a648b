package org.latencyprobes.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.latencyprobes.annotation.Probe;

final class DecisionTest {

    private static Decision on(Class<?> type) {
        return Decision.on(ClassFiles.of(type));
    }

    static final class Names {
        @Probe
        Names() {}

        @Probe
        void unnamed() {}

        @Probe("a name")
        void named() {}

        void unmarked() {}
    }

    @Test
    void aProbeWithoutNameIsCalledAfterClassAndMethod() {
        assertThat(on(Names.class).probeOf("unnamed()V")).containsExactly("DecisionTest.Names.unnamed");
        assertThat(on(Names.class).probeOf("<init>()V")).containsExactly("DecisionTest.Names.new");
        assertThat(on(Names.class).probeOf("named()V")).containsExactly("a name");
    }

    @Test
    void onlyMarkedMethodsAreProbes() {
        assertThat(on(Names.class).probeOf("unmarked()V")).isNull();
        assertThat(on(Names.class).probeCount()).isEqualTo(3);
        assertThat(on(Object.class).hasProbes()).isFalse();
    }

    static final class Tags {
        @Probe(
                value = "tagged",
                tags = {"venue", "XETR", "side", ""})
        void tagged() {}

        @Probe(tags = {"venue"})
        void odd() {}

        @Probe(tags = {"", "XETR"})
        void emptyKey() {}

        @Probe(tags = {"a", "1", "b", "2", "a", "3"})
        void repeated() {}
    }

    @Test
    void tagsFollowTheNameInOrder() {
        assertThat(on(Tags.class).probeOf("tagged()V")).containsExactly("tagged", "venue", "XETR", "side", "");
    }

    @Test
    void badTagsAreRefusedOneByOne() {
        assertThat(on(Tags.class).refused().keySet())
                .extracting(method -> method.substring(method.indexOf('#')))
                .containsExactly("#odd()V", "#emptyKey()V", "#repeated()V");
        assertThat(on(Tags.class).probeCount()).isEqualTo(1);
    }

    abstract static class Bodiless {
        @Probe
        abstract void abstractMethod();

        @Probe
        native void nativeMethod();
    }

    @Test
    void methodsWithoutBytecodeAreRefused() {
        assertThat(on(Bodiless.class).refused().values())
                .containsExactly(
                        "it is abstract: mark the methods that implement it",
                        "it is native: there is no bytecode to weave; mark its caller");
    }

    static final class Bridged implements Supplier<String> {
        @Override
        @Probe
        public String get() {
            return "";
        }
    }

    @Test
    void bridgesAreLeftOut() {
        assertThat(on(Bridged.class).probeOf("get()Ljava/lang/String;")).isNotNull();
        assertThat(on(Bridged.class).probeOf("get()Ljava/lang/Object;")).isNull();
    }

    static final class Chained {
        @Probe
        Chained() {
            this(new Chained(1L), true ? 2 : 3);
        }

        @Probe
        Chained(Chained unused, int number) {
            this((long) number);
        }

        Chained(long number) {
            this(String.valueOf(number));
        }

        @Probe
        Chained(String text) {
            super();
            Supplier<Chained> another = () -> new Chained(text);
            if (text.isEmpty()) {
                new Chained(another.get(), 1);
            }
        }
    }

    @Test
    void ofConstructorsLinkedByThisTheLastMarkedOneIsTheProbe() {
        Decision decision = on(Chained.class);
        assertThat(decision.probeOf("<init>(Ljava/lang/String;)V")).isNotNull();
        assertThat(decision.probeCount()).isEqualTo(1);
        assertThat(decision.refused()).isEmpty();
    }
}
