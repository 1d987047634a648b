package org.latencyprobes.agent.option;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The checked options of backends. Immutable.
 *
 * @param backends those that are asked for
 * @param global whether the application's own registry is one of the ways out
 * @param publishing what all of them are given
 */
public record BackendOptions(List<BackendSpec> backends, boolean global, Publishing publishing) {

    private static final int HIGHEST_PORT = 65_535;

    /**
     * Whether anything is published.
     *
     * @return false if there are but settings of what is off
     */
    public boolean isAny() {
        return global || !backends.isEmpty();
    }

    static BackendOptions of(Sources sources, OptionReader reader) {
        return new Check(sources, reader).options();
    }

    /** The names of other backends, as they stand in the option. */
    static List<String> names(String value) {
        return OptionReader.names(Option.BACKENDS, value);
    }

    /** The backends that the options ask for, while they are read. */
    private static final class Check {

        private final Sources sources;
        private final OptionReader reader;
        private final List<BackendSpec> backends = new ArrayList<>();
        private final Publishing publishing;

        Check(Sources sources, OptionReader reader) {
            this.sources = sources;
            this.reader = reader;
            publishing = new Publishing(
                    reader.list(Option.PERCENTILES, Check::percentile),
                    reader.list(Option.BUCKETS, Check::duration),
                    reader.list(Option.SLO, Check::duration),
                    tags());
        }

        BackendOptions options() {
            prometheus();
            otlp();
            reader.number(Option.STATSD_PORT, null, 1, HIGHEST_PORT);
            if (!reader.isStandard(Option.STATSD_HOST)) {
                bundled("statsd");
            }
            if (reader.oneOf(Option.JMX, "on", "off").equals("on")) {
                bundled("jmx");
            }
            named();
            boolean global = reader.oneOf(Option.REGISTRY, "global", "off").equals("global");
            return new BackendOptions(List.copyOf(backends), global, publishing);
        }

        private void prometheus() {
            reader.isStandard(Option.PROMETHEUS_HOST);
            reader.isStandard(Option.PROMETHEUS_TOKEN);
            if (reader.isStandard(Option.PROMETHEUS_USER) != reader.isStandard(Option.PROMETHEUS_PASSWORD)) {
                reader.bad(
                        reader.isStandard(Option.PROMETHEUS_USER)
                                ? Option.PROMETHEUS_USER
                                : Option.PROMETHEUS_PASSWORD);
            }
            if (reader.isStandard(Option.PROMETHEUS_TLS) && !reader.isStandard(Option.PROMETHEUS_TLS_PASSWORD)) {
                reader.bad(Option.PROMETHEUS_TLS_PASSWORD);
            }
            if (!reader.isStandard(Option.PROMETHEUS_PORT)) {
                reader.number(Option.PROMETHEUS_PORT, null, 0, HIGHEST_PORT);
                bundled("prometheus");
            }
        }

        private void otlp() {
            if (!reader.isStandard(Option.OTLP_URL)) {
                if (!isUrl(reader.value(Option.OTLP_URL))) {
                    reader.bad(Option.OTLP_URL);
                }
                bundled("otlp");
            }
        }

        private static boolean isUrl(String text) {
            try {
                URI url = new URI(text);
                return url.getHost() != null && String.valueOf(url.getScheme()).matches("https?");
            } catch (URISyntaxException e) {
                return false;
            }
        }

        private void bundled(String name) {
            backends.add(new BackendSpec(name, settings(name), null, publishing));
        }

        private void named() {
            for (String name : names(reader.value(Option.BACKENDS))) {
                if (BackendSpec.BUNDLED.contains(name) || !name.matches("[a-z][a-z0-9-]*")) {
                    reader.bad(Option.BACKENDS);
                } else if (reader.isStandard(Option.BACKENDS_FOLDER)) {
                    reader.bad(
                            Option.BACKENDS,
                            name + " needs backends.folder, the folder of its jars, which is filled by: backend fetch "
                                    + name + " --to <folder>");
                } else {
                    folder(name);
                }
            }
        }

        private void folder(String name) {
            try {
                Path folder = Path.of(reader.value(Option.BACKENDS_FOLDER));
                backends.add(new BackendSpec(name, settings(name), folder.resolve(name), publishing));
            } catch (IllegalArgumentException noPath) {
                reader.bad(Option.BACKENDS_FOLDER);
            }
        }

        private Map<String, String> settings(String name) {
            Map<String, String> settings = new LinkedHashMap<>();
            for (Option option : Option.values()) {
                if (option.isOfBackends() && option.key().startsWith(name + '.')) {
                    settings.put(option.key(), reader.value(option));
                }
            }
            sources.passThrough().forEach((key, given) -> {
                if (PassThroughOptions.isOf(key, name)) {
                    settings.put(key, given.value());
                }
            });
            return settings;
        }

        private static double percentile(String text) {
            double percentile = Double.parseDouble(text);
            if (percentile > 0 && percentile <= 1) {
                return percentile;
            }
            throw new IllegalArgumentException(text);
        }

        private static Duration duration(String text) {
            return Duration.ofNanos(Quantity.nanos(text));
        }

        private Map<String, String> tags() {
            Map<String, String> tags = new LinkedHashMap<>();
            reader.list(Option.TAGS, text -> {
                int equals = text.indexOf('=');
                if (equals < 1) {
                    throw new IllegalArgumentException(text);
                }
                return tags.put(
                        text.substring(0, equals).strip(),
                        text.substring(equals + 1).strip());
            });
            return tags;
        }
    }
}
