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
 * including everything the body calls. Recursive calls are samples of their own, unless {@link #outermost} says otherwise. A call that leaves by an exception counts
 * under the outcome {@code error}, every other call under {@code ok}; the exception passes on unchanged. Durations from 0 ns
 * to 73 minutes are kept with an error of at most 0.8 %; longer ones are clamped to that limit and counted as clamped.
 *
 * <p>A {@code synchronized} method is timed without the wait for its monitor: the JVM enters the monitor before the body. A
 * {@code synchronized} block in a body is timed with its wait.
 *
 * <p>Visibility does not matter: private, static, final and self-called methods are timed too. A constructor is timed from
 * before its call of {@code super(…)} to its normal return; one that throws leaves no sample. Of a chain of probed
 * constructors linked by {@code this(…)} only the last one records, so that one new object is one sample. A native method
 * cannot be timed, which the agent says in one line.
 *
 * <p>The annotation may also stand on
 * <ul>
 *   <li>a class, record, enum or interface: it marks the public methods that are declared there, but no constructors; {@link #exclude}
 *       leaves some of them out;
 *   <li>a method of an interface or superclass: it marks the methods that implement or override it, too;
 *   <li>an annotation type of {@link RetentionPolicy#RUNTIME}: that annotation then does what this one does, on methods, constructors
 *       and classes.
 * </ul>
 *
 * <p>What stands on the method itself wins over what stands on its class, that over what is inherited. {@link #ignore} opts out.
 *
 * <p>Without the agent the annotation does nothing and costs nothing.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
public @interface Probe {

    /**
     * The probe's name; any text. Methods that share name and tags share one histogram.
     *
     * @return the name, or the empty default, which stands for {@code SimpleClassName.method} ({@code SimpleClassName.new}
     *     for a constructor); on a class, what stands in place of its simple name in the names of its methods' probes
     */
    String value() default "";

    /**
     * Fixed tags, as alternating keys and values: {@code {"venue", "XETR", "side", "buy"}}.
     *
     * @return keys and values; an odd number of them, or an empty or repeated key, gets the method refused with a logged
     *     reason
     */
    String[] tags() default {};

    /**
     * On a class: names of methods that are not marked by it. A {@code *} stands for any characters.
     *
     * @return names, for instance {@code {"get*", "toString"}}
     */
    String[] exclude() default {};

    /**
     * Opts out: the method, or every method of the class, is no probe, whatever its class, its interfaces, its superclass or another annotation
     * say. Patterns in the agent's configuration still apply.
     *
     * @return true to opt out
     */
    boolean ignore() default false;

    /**
     * Of calls of this probe that are inside each other on one thread, only the outermost is a sample: of recursion, of a method that calls
     * {@code super} or another implementation that is the same probe, of overloads. Constructors, and methods whose calls complete later, are
     * samples each.
     *
     * @return true to leave out the calls inside
     */
    boolean outermost() default false;
}
