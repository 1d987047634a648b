package org.latencyprobes.micrometer;

import io.micrometer.registry.otlp.OtlpMetricsSender.Request;

/** A copy of an OTLP request, with other data. Micrometer 1.15 has no compression mode in them, and nothing here may fail for that. Stateless. */
final class OtlpRequestCopy {

    private static final boolean HAS_COMPRESSION = hasCompression();

    private OtlpRequestCopy() {}

    private static boolean hasCompression() {
        try {
            Request.class.getMethod("getCompressionMode");
            return true;
        } catch (NoSuchMethodException older) {
            return false;
        }
    }

    static Request of(Request request, byte[] metricsData) {
        Request.Builder copy =
                Request.builder(metricsData).address(request.getAddress()).headers(request.getHeaders());
        return (HAS_COMPRESSION ? Compression.copy(request, copy) : copy).build();
    }

    /** Apart, so that it is linked only where there is one. */
    private static final class Compression {

        private Compression() {}

        static Request.Builder copy(Request from, Request.Builder to) {
            return to.compressionMode(from.getCompressionMode());
        }
    }
}
