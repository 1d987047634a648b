package org.latencyprobes.agent.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.ClassFiles;
import org.latencyprobes.annotation.Probe;

/** Annotations that methods inherit from interfaces and superclasses, by names alone. */
final class InheritanceTest {

    private final SelectionRules rules = SelectionRules.of(Selection.NONE);

    private Set<String> probes(Class<?> type) {
        return ClassDecision.on(ClassFiles.of(type), rules, ProbedMethods.NOTHING)
                .probes()
                .keySet();
    }

    private boolean isOfInterest(Class<?> type) {
        return rules.mayConcern(type.getName(), ClassFiles.of(type), new java.util.ArrayList<>());
    }

    interface Api<T> {
        @Probe
        void take(T argument);

        void other();

        @Probe("by default")
        default void byDefault() {}
    }

    static class Impl implements Api<String> {
        @Override
        public void take(String argument) {}

        @Override
        public void other() {}
    }

    static class Between extends Impl {}

    static final class Subtype extends Between {
        @Override
        public void take(String argument) {}

        @Override
        public void byDefault() {}
    }

    @Test
    void anImplementationIsOfInterestOnceItsInterfaceIsKnown() {
        assertThat(isOfInterest(Impl.class)).isFalse();
        ClassDecision.on(ClassFiles.of(Api.class), rules, ProbedMethods.NOTHING);
        assertThat(isOfInterest(Impl.class)).isTrue();
        assertThat(isOfInterest(String.class)).isFalse();
    }

    @Test
    void theMethodBehindABridgeIsProbed() {
        ClassDecision.on(ClassFiles.of(Api.class), rules, ProbedMethods.NOTHING);
        assertThat(probes(Impl.class)).containsExactly("take(Ljava/lang/String;)V");
    }

    @Test
    void marksAreHandedDownThroughTypesThatDoNotHaveTheMethod() {
        ClassDecision.on(ClassFiles.of(Api.class), rules, ProbedMethods.NOTHING);
        probes(Impl.class);
        probes(Between.class);
        assertThat(probes(Subtype.class)).containsExactlyInAnyOrder("take(Ljava/lang/String;)V", "byDefault()V");
        assertThat(ClassDecision.on(ClassFiles.of(Subtype.class), rules, ProbedMethods.NOTHING)
                        .probes()
                        .get("byDefault()V")
                        .name())
                .isEqualTo("by default");
    }

    @Test
    void aTypeIsNewsForItsSubtypesOnce() {
        assertThat(ClassDecision.on(ClassFiles.of(Api.class), rules, ProbedMethods.NOTHING)
                        .changesInherited())
                .isTrue();
        assertThat(ClassDecision.on(ClassFiles.of(Api.class), rules, ProbedMethods.NOTHING)
                        .changesInherited())
                .isFalse();
    }

    @Test
    void anHeirThatWasDecidedBeforeIsOutdated() {
        String impl = Impl.class.getName().replace('.', '/');
        List<String> parents = List.of("java/lang/Object", Api.class.getName().replace('.', '/'));
        probes(Impl.class);
        assertThat(rules.isUpToDate(impl, parents)).isTrue();
        probes(Api.class);
        assertThat(rules.isUpToDate(impl, parents)).isFalse();
        probes(Impl.class);
        assertThat(rules.isUpToDate(impl, parents)).isTrue();
    }

    @Probe("all of it")
    interface AllOfIt {
        void first();

        static void helper() {}
    }

    static final class OneOfIt implements AllOfIt {
        @Override
        public void first() {}

        public void second() {}
    }

    @Test
    void anInterfaceThatIsMarkedAsAWholeMarksItsImplementations() {
        assertThat(probes(AllOfIt.class)).containsExactly("helper()V");
        assertThat(probes(OneOfIt.class)).containsExactly("first()V");
        assertThat(ClassDecision.on(ClassFiles.of(OneOfIt.class), rules, ProbedMethods.NOTHING)
                        .probes()
                        .get("first()V")
                        .name())
                .isEqualTo("all of it.first");
    }

    static class Parent {
        @Probe
        void own() {}

        @Probe
        final void last() {}

        @Probe
        private void hidden() {}

        @Probe
        static void common() {}
    }

    static final class Child extends Parent {
        @Override
        void own() {}

        void hidden() {}

        static void common() {}
    }

    @Test
    void onlyWhatCanBeOverriddenIsInherited() {
        probes(Parent.class);
        assertThat(probes(Child.class)).containsExactly("own()V");
    }

    static final class Refusing extends Parent {
        @Override
        @Probe(ignore = true)
        void own() {}
    }

    @Test
    void anHeirCanOptOut() {
        probes(Parent.class);
        assertThat(probes(Refusing.class)).isEmpty();
    }
}
