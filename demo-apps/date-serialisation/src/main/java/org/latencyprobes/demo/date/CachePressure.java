package org.latencyprobes.demo.date;

/** A substitute for the work that a real application does between two calls: it evicts what the caches hold. Not thread-safe. */
final class CachePressure {

    private static final int CACHE_LINE_BYTES = 64;

    private final byte[] buffer;

    CachePressure(int bytes) {
        buffer = new byte[bytes];
    }

    /** Writes one byte of every cache line of the buffer. */
    void touch() {
        for (int i = 0; i < buffer.length; i += CACHE_LINE_BYTES) {
            buffer[i]++;
        }
    }
}
