package org.latencyprobes.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method or constructor whose calls are timed once the Latency Probes agent runs.
 *
 * <p>Each call is one sample: the time from entering the body to leaving it, in nanoseconds of {@link System#nanoTime()},
 * including everything the body calls. Recursive calls are samples of their own. A call that leaves by an exception counts
 * under the outcome {@code error}, every other call under {@code ok}; the exception passes on unchanged. Durations from 0 ns
 * to 73 minutes are kept with an error of at most 0.8 %; longer ones are clamped to that limit and counted as clamped.
 *
 * <p>Visibility does not matter: private, static, final and self-called methods are timed too. A constructor is timed from
 * before its call of {@code super(…)} to its normal return; one that throws leaves no sample. Of a chain of probed
 * constructors linked by {@code this(…)} only the last one records, so that one new object is one sample. On an abstract or
 * native method the annotation has no effect, which the agent says in one line.
 *
 * <p>Without the agent the annotation does nothing and costs nothing.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface Probe {

    /**
     * The probe's name; any text. Methods that share name and tags share one histogram.
     *
     * @return the name, or the empty default, which stands for {@code SimpleClassName.method} ({@code SimpleClassName.new}
     *     for a constructor)
     */
    String value() default "";

    /**
     * Fixed tags, as alternating keys and values: {@code {"venue", "XETR", "side", "buy"}}.
     *
     * @return keys and values; an odd number of them, or an empty or repeated key, gets the method refused with a logged
     *     reason
     */
    String[] tags() default {};
}
