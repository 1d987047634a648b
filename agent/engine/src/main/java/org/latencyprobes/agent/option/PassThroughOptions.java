package org.latencyprobes.agent.option;

import java.util.List;
import java.util.Locale;

/**
 * The keys of options that are a backend's own, {@code influx.db} for instance. Small and large letters, dots, dashes and underscores make no
 * difference, so that environment variables can name them.
 */
final class PassThroughOptions {

    /** Beginnings of names at the JVM's start that are none of the agent's options: its own notes, the benchmarks', Spring Boot's. */
    private static final List<String> OTHERS = List.of("agent.", "benchmarks.", "metrics.");

    private PassThroughOptions() {}

    static boolean isOfOthers(String key) {
        return OTHERS.stream().anyMatch(key::startsWith);
    }

    /** Whether a key is of a backend that is always there, or of one of these. */
    static boolean isOfAnyOf(String backends, String key) {
        return BackendSpec.BUNDLED.stream().anyMatch(name -> isOf(key, name))
                || BackendOptions.names(backends).stream().anyMatch(name -> isOf(key, name));
    }

    /** Its version, if its artifact's name ends in one, is not in its keys: {@code cloudwatch.namespace} is of {@code cloudwatch2}. */
    static boolean isOf(String key, String backend) {
        return plain(key).startsWith(plain(backend).replaceAll("\\d+$", "")) && key.indexOf('.') > 0;
    }

    static boolean areSame(String key, String other) {
        return plain(key).equals(plain(other));
    }

    private static String plain(String key) {
        return key.toLowerCase(Locale.ROOT).replaceAll("[._-]", "");
    }
}
