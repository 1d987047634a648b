package org.latencyprobes.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A limit for how long the calls of a probe take in a test.
 *
 * <p>The calls are those that end while the test's method runs, whatever their outcome, of all the probe's tags, on any thread. Set-up and
 * tear-down are left out. The probe may be one of the agent's or one that code records. On a class, the limit holds for each of its tests, also in its {@code @Nested} classes.
 *
 * <p>The test fails if a percentile is above its limit, if fewer than ten calls lie beyond the percentile, or if the probe recorded nothing.
 * It is aborted, not failed, if a percentile is above its limit and the {@link #jitter} was too. Tests that run at the same time and
 * call the same probe measure each other's calls.
 *
 * <p>Durations are a whole number and {@code ns}, {@code us}, {@code ms} or {@code s}, such as {@code 200us}. Empty stands for no limit.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@Repeatable(LatencyLimits.class)
@ExtendWith(LatencyLimitExtension.class)
public @interface LatencyLimit {

    /**
     * The probe's name, without tags.
     *
     * @return such as {@code OrderService.place}
     */
    String probe();

    /**
     * The limit of the 50th percentile.
     *
     * @return a duration, or empty
     */
    String p50() default "";

    /**
     * The limit of the 90th percentile. The test has to make 100 calls or more.
     *
     * @return a duration, or empty
     */
    String p90() default "";

    /**
     * The limit of the 99th percentile. The test has to make 1,000 calls or more.
     *
     * @return a duration, or empty
     */
    String p99() default "";

    /**
     * The limit of the 99.9th percentile. The test has to make 10,000 calls or more.
     *
     * @return a duration, or empty
     */
    String p999() default "";

    /**
     * The limit of the longest call.
     *
     * @return a duration, or empty
     */
    String max() default "";

    /**
     * The jitter above which a test that would fail is aborted instead. It is the 99.9th percentile of how much longer than asked a thread
     * slept that sleeps for 1 ms at a time while the test runs.
     *
     * @return a duration, or empty for a test that fails whatever the jitter
     */
    String jitter() default "";
}
