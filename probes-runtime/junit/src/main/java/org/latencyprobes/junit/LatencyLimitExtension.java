package org.latencyprobes.junit;

import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.platform.commons.support.AnnotationSupport;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.internal.jitter.HiccupSampler;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/**
 * The extension behind {@link LatencyLimit}. It reads what the probes recorded between the beginning and the end of a test's method, and
 * samples jitter meanwhile. Thread-safe.
 */
public final class LatencyLimitExtension implements BeforeTestExecutionCallback, AfterTestExecutionCallback {

    private static final Namespace OURS = Namespace.create(LatencyLimitExtension.class);

    /** What goes on while a test runs. */
    private record Measurement(List<Limits> limits, HiccupSampler sampler, IntervalReader reader) {}

    /** Creates the extension. JUnit calls this. */
    public LatencyLimitExtension() {}

    /**
     * Begins to measure.
     *
     * @param context the test
     * @throws org.junit.jupiter.api.extension.ExtensionConfigurationException if an annotation has no limit, or one that is no duration
     */
    @Override
    public void beforeTestExecution(ExtensionContext context) {
        List<Limits> limits = annotated(context)
                .flatMap(each -> AnnotationSupport.findRepeatableAnnotations(each, LatencyLimit.class).stream())
                .map(Limits::of)
                .toList();
        store(context).put(this, new Measurement(limits, HiccupSampler.start(), IntervalReader.fromNow()));
    }

    /**
     * Holds what was recorded against the limits. A test that has failed already is left as it is.
     *
     * @param context the test
     * @throws AssertionFailedError if a limit does not hold
     * @throws TestAbortedException if a limit does not hold, on a machine with more jitter than is allowed
     */
    @Override
    public void afterTestExecution(ExtensionContext context) {
        Measurement measurement = store(context).remove(this, Measurement.class);
        if (measurement == null) {
            return; // the annotations were wrong
        }
        Recorded recorded = Recorded.of(measurement.reader().read());
        measurement.sampler().close();
        if (context.getExecutionException().isPresent()) {
            return;
        }
        List<Breach> breaches = measurement.limits().stream()
                .flatMap(each -> each.breaches(recorded))
                .toList();
        if (!breaches.isEmpty()) {
            String message =
                    String.join("\n", breaches.stream().map(Breach::text).toList()) + "\n" + recorded.jitter();
            if (breaches.stream().allMatch(Breach::isInconclusive)) {
                throw new TestAbortedException("inconclusive: " + message);
            }
            throw new AssertionFailedError(message);
        }
    }

    /** The method, its class, and the classes around that if it is nested. */
    private static Stream<AnnotatedElement> annotated(ExtensionContext context) {
        Stream<Class<?>> classes = Stream.iterate(
                context.getRequiredTestClass(),
                Objects::nonNull,
                type -> AnnotationSupport.isAnnotated(type, Nested.class) ? type.getEnclosingClass() : null);
        return Stream.concat(Stream.of(context.getRequiredTestMethod()), classes);
    }

    private static Store store(ExtensionContext context) {
        return context.getStore(OURS);
    }
}
