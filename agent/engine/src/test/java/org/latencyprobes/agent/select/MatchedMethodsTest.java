package org.latencyprobes.agent.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MatchedMethodsTest {

    private final MatchedMethods matches = new MatchedMethods();

    private static List<MethodExplanation> ofClass(String className, int methods, Verdict verdict) {
        List<MethodExplanation> found = new ArrayList<>();
        for (int i = 0; i < methods; i++) {
            found.add(
                    new MethodExplanation(className, "app", "m" + i, verdict, "", "a rule", "it is native", 1, -1, ""));
        }
        return found;
    }

    @Test
    void allAreCountedAndTheFirstThousandAreKept() {
        for (int i = 0; i < 300; i++) {
            matches.add(ofClass("C" + i, 10, Verdict.PROBED));
        }
        assertThat(matches.methods()).isEqualTo(3_000);
        assertThat(matches.probed()).isEqualTo(3_000);
        assertThat(matches.classes()).isEqualTo(300);
        assertThat(matches.shown()).hasSize(MatchedMethods.MOST_SHOWN);
        assertThat(matches.notShown(MatchedMethods.MOST_SHOWN))
                .isEqualTo("the first 1000 methods are shown, 2000 more are not; a narrower pattern shows others");
    }

    @Test
    void whatIsRefusedAndTheSameClassInAnotherLoaderDoNotCountTowardsTheLimit() {
        matches.add(ofClass("A", 3, Verdict.PROBED));
        matches.add(ofClass("A", 3, Verdict.PROBED));
        matches.add(ofClass("B", 2, Verdict.REFUSED));
        assertThat(matches.methods()).isEqualTo(8);
        assertThat(matches.probed()).isEqualTo(3);
        assertThat(matches.refusals().text()).isEqualTo("2 × it is native");
        assertThat(matches.notShown(MatchedMethods.MOST_SHOWN)).isNull();
    }

    @Test
    void aClassThatTwoSearchesFoundCountsOnce() {
        matches.addAll(matches("A", "B"));
        matches.addAll(matches("B", "C"));
        matches.addAll(matches("C"));
        assertThat(matches.methods()).isEqualTo(5);
        assertThat(matches.classes()).isEqualTo(3);
    }

    private static MatchedMethods matches(String... classNames) {
        MatchedMethods found = new MatchedMethods();
        for (String className : classNames) {
            found.add(ofClass(className, 1, Verdict.PROBED));
        }
        return found;
    }

    @Test
    void aSearchThatStoppedSaysWhatItDidNotLookInto() {
        matches.add(ofClass("A", 1_001, Verdict.PROBED));
        matches.stoppedBefore(7);
        assertThat(matches.isFull()).isTrue();
        assertThat(matches.notShown(MatchedMethods.MOST_SHOWN))
                .contains("1 more are not", "7 more classes were not looked into");
    }

    @Test
    void whereFewerAreShownMoreAreNot() {
        matches.add(ofClass("A", 30, Verdict.PROBED));
        assertThat(matches.notShown(20))
                .isEqualTo("the first 20 methods are shown, 10 more are not; a narrower pattern shows others");
        assertThat(matches.notShown(30)).isNull();
    }

    @Test
    void whereNoneAreShownOnlyTheSearchIsToldOf() {
        matches.add(ofClass("A", 1_001, Verdict.PROBED));
        assertThat(matches.notShown(0)).isNull();
        matches.stoppedBefore(7);
        assertThat(matches.notShown(0)).isEqualTo("7 more classes were not looked into");
    }

    @Test
    void reasonsBeyondTheFirstFewDozenAreCountedTogether() {
        RefusalCounts reasons = new RefusalCounts();
        for (int i = 0; i < 1_000; i++) {
            reasons.add("reason " + i);
            reasons.add("reason 0");
        }
        assertThat(reasons.total()).isEqualTo(2_000);
        assertThat(reasons.text()).startsWith("1001 × reason 0; 1 × reason 1; ").endsWith("; 970 × other reasons");
    }
}
