package org.latencyprobes.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Tests of {@link LatencyLimit}, by tests that JUnit runs. */
class LatencyLimitTest {

    private static TestExecutionResult run(String method) {
        return run(LimitedCases.class, method);
    }

    private static TestExecutionResult run(Class<?> type, String method) {
        List<TestExecutionResult> results = new ArrayList<>();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectMethod(type, method))
                                .build(),
                        new TestExecutionListener() {

                            @Override
                            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                                if (test.isTest()) {
                                    results.add(result);
                                }
                            }
                        });
        assertThat(results).hasSize(1);
        return results.get(0);
    }

    private static void assertFails(String method, String... words) {
        assertFails(run(method), words);
    }

    private static void assertFails(TestExecutionResult result, String... words) {
        assertThat(result.getStatus()).isEqualTo(TestExecutionResult.Status.FAILED);
        assertThat(result.getThrowable().orElseThrow()).hasMessageContainingAll(words);
    }

    @Test
    void limitsThatHoldPass() {
        TestExecutionResult result = run("kept");
        assertThat(result.getStatus()).as("%s", result).isEqualTo(TestExecutionResult.Status.SUCCESSFUL);
    }

    @Test
    void whatIsAboveItsLimitFailsWithSamplesAndJitter() {
        assertFails(
                "exceeded",
                "p99 of \"price\" is 4,000 µs, its limit is 20.00 µs (1000 calls, p50 1.00 µs, max 4,000 µs)",
                "max of \"price\" is 4,000 µs, its limit is 3,000 µs",
                "jitter meanwhile: ");
    }

    @Test
    void jitterMakesItInconclusive() {
        TestExecutionResult result = run("exceededWithJitter");
        assertThat(result.getStatus()).isEqualTo(TestExecutionResult.Status.ABORTED);
        assertThat(result.getThrowable().orElseThrow())
                .hasMessageContainingAll(
                        "inconclusive: p50 of \"price\" is 4.00 µs", "jitter meanwhile: ", "max 3,600,000,000 µs");
    }

    @Test
    void limitsOfAClassHoldForItsTestsAndThoseOfNestedClasses() {
        String said = "max of \"price\" is 5.00 µs, its limit is 5.00 µs";
        assertFails(run(LimitedCases.OfItsClass.class, "exact"), said);
        TestExecutionResult nested = run(LimitedCases.OfItsClass.Inner.class, "nested");
        assertFails(nested, said);
    }

    @Test
    void tooFewCallsFail() {
        assertFails("tooFewCalls", "too few calls for p99 of \"price\": 999 were timed, 1000 are needed");
    }

    @Test
    void aProbeThatRecordedNothingFails() {
        assertFails("anotherProbe", "\"prices\" recorded no call in this test; these did: price");
    }

    @Test
    void wrongAnnotationsFail() {
        assertFails("noDuration", "p99 = \"1 us\" is not a duration, which is a whole number with ns, us, ms or s");
        assertFails("noLimit", "has no limit: give one of p50, p90, p99, p999 and max");
    }

    @Test
    void aTestThatFailsByItselfIsLeftAsItIs() {
        assertFails("failsByItself", "by itself");
    }
}
