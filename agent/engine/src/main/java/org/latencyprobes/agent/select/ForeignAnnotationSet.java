package org.latencyprobes.agent.select;

import static org.latencyprobes.agent.select.AnnotationMapping.NONE;
import static org.latencyprobes.agent.select.AnnotationMapping.onClasses;
import static org.latencyprobes.agent.select.AnnotationMapping.onMethods;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The sets of foreign annotations, each read as its owner documents it. {@code docs/select.md} has the table.
 *
 * <p>The types are never loaded. Their names and those of their attributes are all that is known.
 */
public enum ForeignAnnotationSet {
    /** Micrometer's own, and those of its observations. */
    MICROMETER(
            onClasses("io.micrometer.core.annotation.Timed", "value", "extraTags"),
            onClasses("io.micrometer.core.annotation.TimedSet", NONE, NONE),
            onClasses("io.micrometer.observation.annotation.Observed", "name", "lowCardinalityKeyValues")),
    /** OpenTelemetry's, by its present and its former name. */
    OTEL(
            onMethods("io.opentelemetry.instrumentation.annotations.WithSpan", "value"),
            onMethods("io.opentelemetry.extension.annotations.WithSpan", "value")),
    /** Datadog's tracer. */
    DATADOG(onMethods("datadog.trace.api.Trace", "operationName")),
    /** Dropwizard Metrics. */
    DROPWIZARD(onClasses("com.codahale.metrics.annotation.Timed", "name", NONE)),
    /** MicroProfile Metrics. */
    MICROPROFILE(onClasses("org.eclipse.microprofile.metrics.annotation.Timed", "name", "tags")
            .withJoinedTags()),
    /** Spring's scheduled methods and those that answer a web request. */
    SPRING(
            onMethods("org.springframework.scheduling.annotation.Scheduled", NONE),
            onMethods("org.springframework.scheduling.annotation.Schedules", NONE),
            onMethods("org.springframework.web.bind.annotation.RequestMapping", NONE),
            onMethods("org.springframework.web.bind.annotation.GetMapping", NONE),
            onMethods("org.springframework.web.bind.annotation.PostMapping", NONE),
            onMethods("org.springframework.web.bind.annotation.PutMapping", NONE),
            onMethods("org.springframework.web.bind.annotation.DeleteMapping", NONE),
            onMethods("org.springframework.web.bind.annotation.PatchMapping", NONE)),
    /** JAX-RS, by its present and its former package. */
    JAXRS(jaxrs("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"));

    private final List<AnnotationMapping> annotations = new ArrayList<>();

    ForeignAnnotationSet(AnnotationMapping... annotations) {
        for (AnnotationMapping annotation : annotations) {
            this.annotations.add(annotation.in(key()));
        }
    }

    private static AnnotationMapping[] jaxrs(String... verbs) {
        List<AnnotationMapping> both = new ArrayList<>();
        for (String verb : verbs) {
            both.add(onMethods("jakarta.ws.rs." + verb, NONE));
            both.add(onMethods("javax.ws.rs." + verb, NONE));
        }
        return both.toArray(new AnnotationMapping[0]);
    }

    /** The name by which users choose it. */
    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    List<AnnotationMapping> annotations() {
        return annotations;
    }

    /**
     * The names by which users choose the sets.
     *
     * @return the names in order, separated by commas
     */
    public static String keys() {
        StringBuilder keys = new StringBuilder();
        for (ForeignAnnotationSet set : values()) {
            keys.append(keys.isEmpty() ? "" : ", ").append(set.key());
        }
        return keys.toString();
    }

    private static ForeignAnnotationSet named(String key) {
        for (ForeignAnnotationSet set : values()) {
            if (set.key().equals(key)) {
                return set;
            }
        }
        return null;
    }

    /**
     * Why a set or annotation cannot be followed.
     *
     * @param setOrFullName {@code micrometer}, or the binary name of an annotation type
     * @return the reason, or null if it can
     */
    public static String refusal(String setOrFullName) {
        if (named(setOrFullName) != null) {
            return null;
        }
        if (setOrFullName.indexOf('.') < 0) {
            return "there is no set of annotations \"" + setOrFullName + "\"; there are " + keys()
                    + ", and full names of annotations";
        }
        return isTypeName(setOrFullName) ? null : '"' + setOrFullName + "\" is not the full name of an annotation";
    }

    private static boolean isTypeName(String name) {
        boolean begins = true;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '.' ? begins : !Character.isJavaIdentifierPart(c)) {
                return false;
            }
            begins = c == '.';
        }
        return !begins;
    }

    /** The annotations of a set, or the one of that name; throws IllegalArgumentException where there is a {@link #refusal}. */
    static List<AnnotationMapping> of(String setOrFullName) {
        String refusal = refusal(setOrFullName);
        if (refusal != null) {
            throw new IllegalArgumentException(refusal);
        }
        ForeignAnnotationSet set = named(setOrFullName);
        return set != null
                ? set.annotations
                : List.of(onClasses(setOrFullName, NONE, NONE).in(setOrFullName));
    }
}
