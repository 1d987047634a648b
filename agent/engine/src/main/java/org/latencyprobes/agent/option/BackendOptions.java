package org.latencyprobes.agent.option;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.option.Sources.Given;

/**
 * Where else samples go, checked. Immutable.
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

    static BackendOptions of(Sources sources, List<String> problems) {
        return new Check(sources, problems).options();
    }

    /** The names of a list, as it stands in the option. */
    static List<String> names(String value) {
        List<String> names = new ArrayList<>();
        for (String name : value.equals(Option.BACKENDS.standard()) ? new String[0] : value.split("[;, ]+")) {
            if (!name.isEmpty() && !names.contains(name)) {
                names.add(name);
            }
        }
        return names;
    }

    /** Turns texts into values and collects what is wrong with them. */
    private static final class Check {

        private final Sources sources;
        private final List<String> problems;
        private final List<BackendSpec> backends = new ArrayList<>();
        private final Publishing publishing;

        Check(Sources sources, List<String> problems) {
            this.sources = sources;
            this.problems = problems;
            publishing = new Publishing(percentiles(), durations(Option.BUCKETS), durations(Option.SLO), tags());
        }

        BackendOptions options() {
            prometheus();
            otlp();
            port(Option.STATSD_PORT, 1);
            if (!isStandard(Option.STATSD_HOST)) {
                bundled("statsd");
            }
            if (oneOf(Option.JMX, "on", "off").equals("on")) {
                bundled("jmx");
            }
            named();
            boolean global = oneOf(Option.REGISTRY, "global", "off").equals("global");
            return new BackendOptions(List.copyOf(backends), global, publishing);
        }

        private String value(Option option) {
            return sources.given(option).value();
        }

        private boolean isStandard(Option option) {
            if (value(option).isEmpty()) {
                bad(option);
            }
            return value(option).equals(option.standard()) || value(option).isEmpty();
        }

        private void bad(Option option) {
            problems.add(Sources.message(option, sources.given(option)));
        }

        private String oneOf(Option option, String... allowed) {
            if (!List.of(allowed).contains(value(option))) {
                bad(option);
            }
            return value(option);
        }

        private void port(Option option, int least) {
            try {
                int port = Integer.parseInt(value(option));
                if (port < least || port > HIGHEST_PORT) {
                    bad(option);
                }
            } catch (NumberFormatException e) {
                bad(option);
            }
        }

        private void prometheus() {
            isStandard(Option.PROMETHEUS_HOST);
            isStandard(Option.PROMETHEUS_TOKEN);
            if (isStandard(Option.PROMETHEUS_USER) != isStandard(Option.PROMETHEUS_PASSWORD)) {
                bad(isStandard(Option.PROMETHEUS_USER) ? Option.PROMETHEUS_USER : Option.PROMETHEUS_PASSWORD);
            }
            if (isStandard(Option.PROMETHEUS_TLS) && !isStandard(Option.PROMETHEUS_TLS_PASSWORD)) {
                bad(Option.PROMETHEUS_TLS_PASSWORD);
            }
            if (!isStandard(Option.PROMETHEUS_PORT)) {
                port(Option.PROMETHEUS_PORT, 0);
                bundled("prometheus");
            }
        }

        private void otlp() {
            if (!isStandard(Option.OTLP_URL)) {
                try {
                    java.net.URI url = new java.net.URI(value(Option.OTLP_URL));
                    if (url.getHost() == null
                            || !String.valueOf(url.getScheme()).matches("https?")) {
                        bad(Option.OTLP_URL);
                    }
                } catch (java.net.URISyntaxException e) {
                    bad(Option.OTLP_URL);
                }
                bundled("otlp");
            }
        }

        private void bundled(String name) {
            backends.add(new BackendSpec(name, settings(name), null, publishing));
        }

        private void named() {
            for (String name : names(value(Option.BACKENDS))) {
                if (BackendSpec.BUNDLED.contains(name) || !name.matches("[a-z][a-z0-9-]*")) {
                    bad(Option.BACKENDS);
                } else if (isStandard(Option.BACKENDS_FOLDER)) {
                    problems.add(
                            "option backends (" + sources.given(Option.BACKENDS).where() + "): " + name
                                    + " needs backends.folder, the folder of its jars, which is filled by: backend fetch "
                                    + name
                                    + " --to <folder>");
                } else {
                    folder(name);
                }
            }
        }

        private void folder(String name) {
            try {
                Path folder = Path.of(value(Option.BACKENDS_FOLDER));
                backends.add(new BackendSpec(name, settings(name), folder.resolve(name), publishing));
            } catch (IllegalArgumentException noPath) {
                bad(Option.BACKENDS_FOLDER);
            }
        }

        private Map<String, String> settings(String name) {
            Map<String, String> settings = new LinkedHashMap<>();
            for (Option option : Option.values()) {
                if (option.isOfBackends() && option.key().startsWith(name + '.')) {
                    settings.put(option.key(), value(option));
                }
            }
            sources.passed().forEach((key, given) -> {
                if (PassedOn.isOf(key, name)) {
                    settings.put(key, given.value());
                }
            });
            return settings;
        }

        private List<Double> percentiles() {
            List<Double> percentiles = new ArrayList<>();
            for (String text : texts(Option.PERCENTILES)) {
                try {
                    double percentile = Double.parseDouble(text);
                    if (percentile > 0 && percentile <= 1) {
                        percentiles.add(percentile);
                        continue;
                    }
                } catch (NumberFormatException e) { // said below, with what is allowed
                }
                bad(Option.PERCENTILES);
            }
            return percentiles;
        }

        private List<Duration> durations(Option option) {
            List<Duration> durations = new ArrayList<>();
            for (String text : texts(option)) {
                try {
                    durations.add(Duration.ofNanos(Quantity.nanos(text)));
                } catch (IllegalArgumentException e) {
                    bad(option);
                }
            }
            return durations;
        }

        private Map<String, String> tags() {
            Map<String, String> tags = new LinkedHashMap<>();
            for (String text : texts(Option.TAGS)) {
                int equals = text.indexOf('=');
                if (equals < 1) {
                    bad(Option.TAGS);
                } else {
                    tags.put(
                            text.substring(0, equals).strip(),
                            text.substring(equals + 1).strip());
                }
            }
            return tags;
        }

        private List<String> texts(Option option) {
            Given given = sources.given(option);
            List<String> texts = new ArrayList<>();
            for (String text :
                    isStandard(option) ? new String[0] : given.value().split(";")) {
                if (!text.isBlank()) {
                    texts.add(text.strip());
                }
            }
            return texts;
        }
    }
}
