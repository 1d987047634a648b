package org.latencyprobes.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.latencyprobes.annotation.Probe;

final class PrefilterTest {

    private static final byte[] DESCRIPTOR = Probe.class.descriptorString().getBytes(StandardCharsets.US_ASCII);

    private static byte[] noise(int length, long seed) {
        byte[] bytes = new byte[length];
        Random random = new Random(seed);
        for (int i = 0; i < length; i++) {
            bytes[i] = DESCRIPTOR[random.nextInt(DESCRIPTOR.length)]; // of its own letters, so that much looks like it
        }
        return bytes;
    }

    @Test
    void findsTheDescriptorWhereverItStands() {
        for (int at = 0; at < 200; at++) {
            byte[] bytes = noise(200 + DESCRIPTOR.length, at);
            System.arraycopy(DESCRIPTOR, 0, bytes, at, DESCRIPTOR.length);
            assertThat(Prefilter.mayHaveProbe(bytes)).as("at %d", at).isTrue();
        }
    }

    @Test
    void findsNothingInBytesWithoutIt() {
        for (int seed = 0; seed < 200; seed++) {
            assertThat(Prefilter.mayHaveProbe(noise(1_000, seed))).isFalse();
        }
        assertThat(Prefilter.mayHaveProbe(new byte[0])).isFalse();
    }

    @Test
    void findsNothingWhereOneByteIsWrongOrMissing() {
        for (int at = 0; at < DESCRIPTOR.length; at++) {
            byte[] bytes = noise(200, at);
            System.arraycopy(DESCRIPTOR, 0, bytes, 100, DESCRIPTOR.length);
            bytes[100 + at]++;
            assertThat(Prefilter.mayHaveProbe(bytes)).as("byte %d", at).isFalse();
        }
        byte[] cut = new byte[DESCRIPTOR.length - 1];
        System.arraycopy(DESCRIPTOR, 0, cut, 0, cut.length);
        assertThat(Prefilter.mayHaveProbe(cut)).isFalse();
    }
}
