package org.latencyprobes.agent.option;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One backend that is asked for.
 *
 * @param name what the user calls it
 * @param settings its options, under their whole names, as they were given
 * @param folder of its jars, or null where the agent's jar has it all
 * @param publishing what it is given
 */
public record BackendSpec(String name, Map<String, String> settings, java.nio.file.Path folder, Publishing publishing) {

    /** Those that are in the agent's jar. */
    public static final List<String> BUNDLED = List.of("prometheus", "otlp", "statsd", "jmx");

    /**
     * One of its options; small and large letters, dots, dashes and underscores make no difference.
     *
     * @param key its whole name
     * @return as it was given, or null
     */
    public String setting(String key) {
        String present = settings.get(key);
        if (present != null) {
            return present;
        }
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            if (PassThroughOptions.areSame(setting.getKey(), key)) {
                return setting.getValue();
            }
        }
        return null;
    }

    /**
     * Whether all that it touches of the JDK is a port: neither logging nor names of hosts nor security.
     *
     * @return true for a port for scrapes, in the clear, whose address is not a name
     */
    public boolean isHarmless() {
        return name.equals("prometheus")
                && settings.get(Option.PROMETHEUS_HOST.key()).matches("[0-9.]+|.*:.*")
                && settings.get(Option.PROMETHEUS_TLS.key()).equals(Option.PROMETHEUS_TLS.standard());
    }

    /**
     * Whether it has another side that is sent something.
     *
     * @return false where others come and look
     */
    public boolean isPushedTo() {
        return !name.equals("prometheus") && !name.equals("jmx");
    }

    /**
     * What must not be printed of it.
     *
     * @return its secrets
     */
    public Secrets secrets() {
        return new Secrets(settings);
    }

    /** By hand, as docs/internals/loading-and-leaving.md says of records that are compared. */
    @Override
    public boolean equals(Object other) {
        return other instanceof BackendSpec spec
                && name.equals(spec.name)
                && settings.equals(spec.settings)
                && Objects.equals(folder, spec.folder)
                && publishing.equals(spec.publishing);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, settings, folder, publishing);
    }

    /** Without settings, which may hold secrets. */
    @Override
    public String toString() {
        return name;
    }
}
