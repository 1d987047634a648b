package org.latencyprobes.agent.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.ClassFiles;
import org.latencyprobes.agent.pattern.BadPatternException;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.annotation.Probe;

final class SelectionRulesTest {

    private static Selection selection(String probes, int limit, String... annotations) throws BadPatternException {
        return new Selection(MethodPattern.parseAll(probes), List.of(), List.of(annotations), limit);
    }

    private static final String FEW = Few.class.getName();

    static final class Few {
        void a() {
            b();
        }

        void b() {
            c();
        }

        void c() {
            a();
        }
    }

    /** Of other classes, so many by any pattern and in all. */
    private static ProbedMethods taken(int byRule, int inAll) {
        return new ProbedMethods() {
            @Override
            public int methods(String exceptClass) {
                return inAll;
            }

            @Override
            public int methods(String rule, String exceptClass) {
                assertThat(rule).isEqualTo("pattern " + FEW + "#*");
                assertThat(exceptClass).isEqualTo(FEW);
                return byRule;
            }
        };
    }

    private static ClassDecision few(int limit, ProbedMethods others) throws BadPatternException {
        return ClassDecision.on(ClassFiles.of(Few.class), SelectionRules.of(selection(FEW + "#*", limit)), others);
    }

    @Test
    void aPatternMatchesNoMoreThanItsLimit() throws BadPatternException {
        assertThat(few(5, taken(2, 2)).probes()).hasSize(3);
        assertThat(few(4, taken(2, 2)).probes()).hasSize(2);
        assertThat(few(4, taken(4, 4)).probes()).isEmpty();
        assertThat(few(4, taken(9, 9)).refused().values())
                .extracting(Refusal::reason)
                .as("after the limit was lowered")
                .hasSize(3)
                .containsOnly("the pattern already matches 4 methods, as many as option limit allows");
    }

    @Test
    void noMoreMethodsAreProbedThanTheAgentIsMadeFor() throws BadPatternException {
        ClassDecision decision = few(1_000_000, taken(0, ProbeLimit.MOST_METHODS - 1));
        assertThat(decision.probes()).hasSize(1);
        assertThat(decision.refused().values())
                .extracting(Refusal::reason)
                .hasSize(2)
                .containsOnly("the agent is made for 20000 probed methods, and so many there are");
    }

    @Probe("fast things")
    @Retention(RetentionPolicy.RUNTIME)
    @interface Fast {}

    @Retention(RetentionPolicy.RUNTIME)
    @interface Other {}

    static final class Annotated {
        @Fast
        void fast() {}

        @Other
        void other() {}

        @Deprecated
        void old() {}
    }

    @Test
    void annotationTypesThatNothingIsKnownAboutAreToldOnce() {
        SelectionRules rules = SelectionRules.of(Selection.NONE);
        List<String> unknown = new ArrayList<>();
        assertThat(rules.mayConcern(Annotated.class.getName(), ClassFiles.of(Annotated.class), unknown))
                .isFalse();
        assertThat(unknown).containsExactlyInAnyOrder(Fast.class.descriptorString(), Other.class.descriptorString());
        assertThat(rules.learnAnnotation(Fast.class.descriptorString(), ClassFiles.of(Fast.class)))
                .isTrue();
        assertThat(rules.learnAnnotation(Other.class.descriptorString(), ClassFiles.of(Other.class)))
                .isFalse();
        unknown.clear();
        assertThat(rules.mayConcern(Annotated.class.getName(), ClassFiles.of(Annotated.class), unknown))
                .isTrue();
        assertThat(unknown).isEmpty();
        MethodProbe probe = ClassDecision.on(ClassFiles.of(Annotated.class), rules, ProbedMethods.NOTHING)
                .probes()
                .get("fast()V");
        assertThat(probe.name()).isEqualTo("fast things");
    }

    @Test
    void whatIsKnownOfAnnotationTypesOutlivesASelection() throws BadPatternException {
        SelectionRules rules = SelectionRules.of(Selection.NONE);
        rules.learnAnnotation(Fast.class.descriptorString(), ClassFiles.of(Fast.class));
        assertThat(rules.with(selection("", 1, "otel")).isMarking(Fast.class.descriptorString()))
                .isTrue();
    }

    @Test
    void anAnnotationTypeThatCannotBeReadIsNotAskedForAgain() {
        SelectionRules rules = SelectionRules.of(Selection.NONE);
        String gone = "Lcom/acme/Gone;";
        assertThat(rules.isUnknown(gone)).isTrue();
        assertThat(rules.learnAnnotation(gone, null)).isFalse();
        assertThat(rules.isUnknown(gone)).isFalse();
    }

    @Test
    void foreignAnnotationsCountWhereTheyWereChosen() throws BadPatternException {
        String other = Other.class.getName();
        SelectionRules rules = SelectionRules.of(selection("", 1, other));
        ClassDecision decision = ClassDecision.on(ClassFiles.of(Annotated.class), rules, ProbedMethods.NOTHING);
        assertThat(decision.probes()).containsOnlyKeys("other()V");
        assertThat(decision.probes().get("other()V").name()).isEqualTo("SelectionRulesTest.Annotated.other");
    }

    @Test
    void classesOfTheJdkNeedAPatternThatNamesThem() throws BadPatternException {
        assertThat(SelectionRules.of(selection("java.util.zip.CRC32#update", 1)).mayConcernJdk("java.util.zip.CRC32"))
                .isTrue();
        assertThat(SelectionRules.of(selection("*..CRC32#update", 1)).mayConcernJdk("java.util.zip.CRC32"))
                .isFalse();
        assertThat(SelectionRules.of(selection("java.util.HashMap#get", 1)).mayConcernJdk("java.util.HashMap"))
                .isFalse();
    }
}
