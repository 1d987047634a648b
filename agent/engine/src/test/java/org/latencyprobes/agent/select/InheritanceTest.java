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

    static final class Last implements Api<String> {
        @Override
        public final void take(String argument) {}

        @Override
        public void other() {}
    }

    enum Constants implements Api<String> {
        ONE {
            @Override
            public void other() {}
        };

        @Override
        public final void take(String argument) {}
    }

    record Only(int value) implements Api<Integer> {
        @Override
        public void take(Integer argument) {}

        @Override
        public void other() {}
    }

    @Test
    void finalImplementationsAreProbed() {
        probes(Api.class);
        assertThat(probes(Last.class)).containsExactly("take(Ljava/lang/String;)V");
        assertThat(probes(Constants.class)).containsExactly("take(Ljava/lang/String;)V");
        assertThat(probes(Only.class)).containsExactly("take(Ljava/lang/Integer;)V");
    }

    static class Grandparent {
        public void take(String argument) {}

        void other() {}
    }

    static class Ignorant extends Grandparent {}

    static final class Adopted extends Ignorant implements Api<String> {
        @Override
        public void other() {}
    }

    static final class Unrelated extends Grandparent {
        @Override
        public void take(String argument) {}
    }

    private boolean isUpToDate(Class<?> type) {
        String superclass = type.getSuperclass().getName().replace('.', '/');
        return rules.isUpToDate(type.getName().replace('.', '/'), List.of(superclass));
    }

    @Test
    void anImplementationThatASuperclassHasIsProbed() {
        probes(Api.class);
        assertThat(probes(Grandparent.class)).isEmpty();
        assertThat(probes(Ignorant.class)).isEmpty();
        assertThat(probes(Adopted.class)).isEmpty();
        assertThat(isUpToDate(Ignorant.class)).isFalse();
        assertThat(isOfInterest(Ignorant.class)).isTrue();
        assertThat(probes(Ignorant.class)).isEmpty();
        assertThat(isUpToDate(Ignorant.class)).isTrue();
        assertThat(isUpToDate(Grandparent.class)).isFalse();
        assertThat(probes(Grandparent.class)).containsExactly("take(Ljava/lang/String;)V");
        assertThat(isUpToDate(Grandparent.class)).isTrue();
    }

    @Test
    void whatASubtypeLeavesToASuperclassIsNotHandedDownToOthers() {
        probes(Api.class);
        probes(Adopted.class);
        probes(Ignorant.class);
        probes(Grandparent.class);
        assertThat(probes(Unrelated.class)).isEmpty();
    }

    @Test
    void nothingIsLeftToASuperclassThatInheritsItItself() {
        probes(Api.class);
        probes(Impl.class);
        probes(Between.class);
        assertThat(isUpToDate(Impl.class)).isTrue();
    }

    static class Impl$HibernateProxy extends Impl {
        @Override
        @Probe
        public void take(String argument) {
            super.take(argument);
        }
    }

    @Test
    void generatedClassesAreLeftOutWhateverTheyCarry() {
        probes(Api.class);
        probes(Impl.class);
        assertThat(probes(Impl$HibernateProxy.class)).isEmpty();
    }
}
