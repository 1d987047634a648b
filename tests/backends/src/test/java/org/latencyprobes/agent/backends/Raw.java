package org.latencyprobes.agent.backends;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;

/** The durations of all calls, as the members of a fleet kept them: what every backend is compared with. */
record Raw(long[] sortedNanos) {

    private static final double NANOS_PER_SECOND = 1e9;

    /** Those in these files. */
    static Raw in(List<Path> files) {
        return new Raw(files.stream().flatMapToLong(Raw::durations).sorted().toArray());
    }

    private static LongStream durations(Path file) {
        try {
            LongBuffer nanos = ByteBuffer.wrap(Files.readAllBytes(file)).asLongBuffer();
            return LongStream.generate(nanos::get).limit(nanos.remaining());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int count() {
        return sortedNanos.length;
    }

    double sumSeconds() {
        return LongStream.of(sortedNanos).sum() / NANOS_PER_SECOND;
    }

    /** The least duration that so large a part of all calls did not exceed. */
    double percentileSeconds(double part) {
        int rank = (int) Math.ceil(part * sortedNanos.length);
        return sortedNanos[Math.max(rank, 1) - 1] / NANOS_PER_SECOND;
    }
}
