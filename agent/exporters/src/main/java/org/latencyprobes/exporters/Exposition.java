package org.latencyprobes.exporters;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Everything in a registry, in the format that is asked for: protobuf, OpenMetrics or text. Thread-safe. */
final class Exposition {

    private final ExpositionFormats formats = ExpositionFormats.init();
    private final PrometheusMeterRegistry registry;
    private volatile int expectedBytes;

    Exposition(PrometheusMeterRegistry registry) {
        this.registry = registry;
    }

    String contentType(String accept) {
        return formats.findWriter(accept).getContentType();
    }

    byte[] content(String accept) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream(expectedBytes);
        registry.scrape(content, accept);
        expectedBytes = content.size();
        return content.toByteArray();
    }
}
