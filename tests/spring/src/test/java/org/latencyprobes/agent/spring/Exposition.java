package org.latencyprobes.agent.spring;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The samples of a text exposition, of Prometheus's format or OpenMetrics. */
record Exposition(List<Sample> samples) {

    private static final Pattern LINE = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)\\})? (\\S+)( .*)?");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"([^\"]*)\"");

    record Sample(String name, Map<String, String> labels, double value) {}

    static Exposition of(String text) {
        return new Exposition(text.lines()
                .filter(line -> !line.startsWith("#"))
                .map(LINE::matcher)
                .filter(Matcher::matches)
                .map(line -> new Sample(line.group(1), labels(line.group(2)), Double.parseDouble(line.group(3))))
                .toList());
    }

    private static Map<String, String> labels(String text) {
        Map<String, String> labels = new LinkedHashMap<>();
        if (text != null) {
            LABEL.matcher(text).results().forEach(label -> labels.put(label.group(1), label.group(2)));
        }
        return labels;
    }

    /** The samples of a name that have these labels among theirs; keys and values in turn. */
    List<Sample> of(String name, String... labels) {
        return samples.stream()
                .filter(sample -> sample.name().equals(name))
                .filter(sample -> {
                    boolean has = true;
                    for (int i = 0; i < labels.length; i += 2) {
                        has &= labels[i + 1].equals(sample.labels().get(labels[i]));
                    }
                    return has;
                })
                .toList();
    }

    /** The value of the one sample of a name and these labels; NaN where there is none or more than one. */
    double value(String name, String... labels) {
        List<Sample> found = of(name, labels);
        OptionalDouble value = found.stream().mapToDouble(Sample::value).findFirst();
        return found.size() == 1 ? value.getAsDouble() : Double.NaN;
    }
}
