package org.latencyprobes.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** Several limits of one test. The compiler writes it where {@link LatencyLimit} is repeated. */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@ExtendWith(LatencyLimitExtension.class)
public @interface LatencyLimits {

    /**
     * The limits.
     *
     * @return all of them
     */
    LatencyLimit[] value();
}
