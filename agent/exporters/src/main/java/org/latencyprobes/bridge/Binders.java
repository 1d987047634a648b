package org.latencyprobes.bridge;

import io.micrometer.core.instrument.Tag;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.latencyprobes.agent.option.Publishing;
import org.latencyprobes.internal.histogram.CountsReader;
import org.latencyprobes.micrometer.LatencyProbesMetrics;

/** A factory of binders that publish all probes as the options have it. Stateless. */
public final class Binders {

    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

    private Binders() {}

    /**
     * Makes a binder for registries that are sent totals.
     *
     * @param publishing what the options say
     * @return bound to nothing yet
     */
    public static LatencyProbesMetrics of(Publishing publishing) {
        return builder(publishing).build();
    }

    /**
     * Makes a binder for one registry, which may be sent differences.
     *
     * @param publishing what the options say
     * @param baseline gives the reader from which differences begin
     * @return bound to nothing yet
     */
    public static LatencyProbesMetrics of(Publishing publishing, Supplier<CountsReader> baseline) {
        return builder(publishing).readers(any -> baseline.get()).build();
    }

    static LatencyProbesMetrics.Builder builder(Publishing publishing) {
        LatencyProbesMetrics.Builder builder = LatencyProbesMetrics.builder();
        if (!publishing.percentiles().isEmpty()) {
            builder.percentiles(publishing.percentiles().stream()
                    .mapToDouble(Double::doubleValue)
                    .toArray());
        }
        if (!publishing.buckets().isEmpty()) {
            builder.buckets(publishing.buckets().toArray(new Duration[0]));
        }
        if (!publishing.slo().isEmpty()) {
            builder.slo(publishing.slo().toArray(new Duration[0]));
        }
        return builder.tags(tags(publishing));
    }

    private static List<Tag> tags(Publishing publishing) {
        List<Tag> tags = new ArrayList<>();
        publishing.tags().forEach((key, value) -> tags.add(Tag.of(key, filled(value))));
        return tags;
    }

    private static String filled(String value) {
        String filled =
                value.replace("{pid}", String.valueOf(ProcessHandle.current().pid()));
        return filled.contains("{host}") ? filled.replace("{host}", host()) : filled;
    }

    /** The name of this host. The network, which may take long, is asked last. */
    private static String host() {
        try {
            if (Files.isReadable(HOST_NAME)) {
                return Files.readString(HOST_NAME).strip();
            }
            return InetAddress.getLocalHost().getHostName();
        } catch (IOException e) {
            return "unknown";
        }
    }
}
