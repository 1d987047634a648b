package org.latencyprobes.agent.option;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.latencyprobes.agent.option.Sources.Given;

/**
 * The options that are a backend's own, {@code influx.db} for instance: kept as they are for the backend. Small and large letters, dots,
 * dashes and underscores make no difference, so that environment variables can name them. For one thread until {@link Sources} is made.
 */
final class PassThroughOptions {

    /** Beginnings of names at the JVM's start that are none of the agent's options: its own notes, the benchmarks', Spring Boot's. */
    private static final List<String> OTHERS = List.of("agent.", "benchmarks.", "metrics.");

    /** By the agent argument. */
    private final Map<String, Given> byArgument = new LinkedHashMap<>();

    /** By system properties and the environment. */
    private final Map<String, Given> byStart = new LinkedHashMap<>();

    /** Those of {@link #byStart} that are mistakes unless they are a backend's; empty where the start was looked at before. */
    private final Map<String, Given> doubtful = new LinkedHashMap<>();

    /** By the properties file. */
    private final Map<String, Given> byFile = new LinkedHashMap<>();

    void put(String key, Given given, boolean isByArgument) {
        (isByArgument ? byArgument : byFile).put(key, given);
    }

    void putStarted(String key, Given given) {
        byStart.putIfAbsent(key, given);
    }

    /** Has {@link #unknown} look at a key of the start, too. */
    void doubt(String key, Given given) {
        if (OTHERS.stream().noneMatch(key::startsWith)) {
            doubtful.put(key, given);
        }
    }

    PassThroughOptions withoutFile() {
        PassThroughOptions copy = new PassThroughOptions();
        copy.byArgument.putAll(byArgument);
        copy.byStart.putAll(byStart);
        return copy;
    }

    /** What belongs to no backend or is but a misspelt option of ours. */
    Map<String, Given> unknown(String backends) {
        Map<String, Given> unknown = new LinkedHashMap<>(byArgument);
        doubtful.forEach(unknown::putIfAbsent);
        unknown.putAll(byFile);
        unknown.keySet().removeIf(key -> isOfBackend(key, backends) && !OptionErrors.isMisspelt(key));
        return unknown;
    }

    /** Of all sources, the first wins. */
    Map<String, Given> of(String backends) {
        Map<String, Given> all = new LinkedHashMap<>();
        for (Map<String, Given> source : List.of(byArgument, byStart, byFile)) {
            source.forEach((key, given) -> {
                if (isOfBackend(key, backends)
                        && all.keySet().stream()
                                .noneMatch(present -> plain(present).equals(plain(key)))) {
                    all.put(key, given);
                }
            });
        }
        return all;
    }

    private static boolean isOfBackend(String key, String backends) {
        return BackendSpec.BUNDLED.stream().anyMatch(name -> isOf(key, name))
                || BackendOptions.names(backends).stream().anyMatch(name -> isOf(key, name));
    }

    /** Its version, if its artifact's name ends in one, is not in its keys: {@code cloudwatch.namespace} is of {@code cloudwatch2}. */
    static boolean isOf(String key, String backend) {
        return plain(key).startsWith(plain(backend).replaceAll("\\d+$", "")) && key.indexOf('.') > 0;
    }

    static String plain(String key) {
        return key.toLowerCase(Locale.ROOT).replaceAll("[._-]", "");
    }
}
