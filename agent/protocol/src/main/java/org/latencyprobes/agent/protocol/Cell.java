package org.latencyprobes.agent.protocol;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The type of a component's column in tables, where its Java type and name do not say it. Only the command line reads it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Cell {

    /**
     * The type.
     *
     * @return of all cells
     */
    Column.Type value();
}
