package org.latencyprobes.agent.select;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The sets of foreign annotations, each read as its owner documents it. {@code docs/annotations.md} has the table.
 *
 * <p>The types are never loaded; their names and those of their attributes are all that is known.
 */
public final class ForeignAnnotations {

    private static final String[] SETS = {
        "micrometer", "otel", "datadog", "dropwizard", "microprofile", "spring", "jaxrs"
    };
    private static final String[] SPRING_MAPPINGS = {
        "RequestMapping", "GetMapping", "PostMapping", "PutMapping", "DeleteMapping", "PatchMapping"
    };
    private static final String[] VERBS = {"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"};
    private static final String NONE = "";

    private ForeignAnnotations() {}

    /**
     * Why a set or annotation cannot be followed.
     *
     * @param setOrFullName {@code micrometer}, or the binary name of an annotation type
     * @return the reason, or null if it can
     */
    public static String refusal(String setOrFullName) {
        if (List.of(SETS).contains(setOrFullName)) {
            return null;
        }
        if (setOrFullName.indexOf('.') < 0) {
            return "there is no set of annotations \"" + setOrFullName + "\"; there are " + String.join(", ", SETS)
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
    static List<ForeignAnnotation> of(String setOrFullName) {
        String refusal = refusal(setOrFullName);
        if (refusal != null) {
            throw new IllegalArgumentException(refusal);
        }
        Collector all = new Collector(setOrFullName);
        if (setOrFullName.indexOf('.') >= 0) {
            all.onClasses(setOrFullName, NONE, NONE);
        } else {
            all.collect();
        }
        return all.annotations;
    }

    /** All annotations of each set. */
    static Map<String, List<ForeignAnnotation>> all() {
        Map<String, List<ForeignAnnotation>> sets = new LinkedHashMap<>();
        for (String set : SETS) {
            sets.put(set, of(set));
        }
        return sets;
    }

    /** Collects the annotations of one set. */
    private static final class Collector {

        private final List<ForeignAnnotation> annotations = new ArrayList<>();
        private final String set;

        Collector(String set) {
            this.set = set;
        }

        void collect() {
            switch (set) {
                case "micrometer" -> {
                    onClasses("io.micrometer.core.annotation.Timed", "value", "extraTags");
                    onClasses("io.micrometer.core.annotation.TimedSet", NONE, NONE);
                    onClasses("io.micrometer.observation.annotation.Observed", "name", "lowCardinalityKeyValues");
                }
                case "otel" -> {
                    onMethods("io.opentelemetry.instrumentation.annotations.WithSpan", "value");
                    onMethods("io.opentelemetry.extension.annotations.WithSpan", "value");
                }
                case "datadog" -> onMethods("datadog.trace.api.Trace", "operationName");
                case "dropwizard" -> onClasses("com.codahale.metrics.annotation.Timed", "name", NONE);
                case "microprofile" -> microprofile();
                case "spring" -> spring();
                default -> jaxrs();
            }
        }

        private void microprofile() {
            String type = "org.eclipse.microprofile.metrics.annotation.Timed";
            annotations.add(new ForeignAnnotation(descriptor(type), set, true, "name", "tags", true));
        }

        private void spring() {
            onMethods("org.springframework.scheduling.annotation.Scheduled", NONE);
            onMethods("org.springframework.scheduling.annotation.Schedules", NONE);
            for (String mapping : SPRING_MAPPINGS) {
                onMethods("org.springframework.web.bind.annotation." + mapping, NONE);
            }
        }

        private void jaxrs() {
            for (String verb : VERBS) {
                onMethods("jakarta.ws.rs." + verb, NONE);
                onMethods("javax.ws.rs." + verb, NONE);
            }
        }

        void onClasses(String type, String nameAttribute, String tagsAttribute) {
            annotations.add(new ForeignAnnotation(descriptor(type), set, true, nameAttribute, tagsAttribute, false));
        }

        void onMethods(String type, String nameAttribute) {
            annotations.add(new ForeignAnnotation(descriptor(type), set, false, nameAttribute, NONE, false));
        }

        private static String descriptor(String type) {
            return 'L' + type.replace('.', '/') + ';';
        }
    }
}
