package org.latencyprobes.agent.classfile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ByteSearchTest {

    private static final byte[] ATTRIBUTE = "RuntimeVisibleAnnotations".getBytes(StandardCharsets.US_ASCII);

    private static byte[] noise(int length, long seed) {
        byte[] bytes = new byte[length];
        Random random = new Random(seed);
        for (int i = 0; i < length; i++) {
            bytes[i] = ATTRIBUTE[random.nextInt(ATTRIBUTE.length)]; // of its own letters, so that much looks like it
        }
        return bytes;
    }

    @Test
    void findsTheAttributeWhereverItStands() {
        for (int at = 0; at < 200; at++) {
            byte[] bytes = noise(200 + ATTRIBUTE.length, at);
            System.arraycopy(ATTRIBUTE, 0, bytes, at, ATTRIBUTE.length);
            assertThat(ByteSearch.ANNOTATIONS.isIn(bytes)).as("at %d", at).isTrue();
        }
    }

    @Test
    void findsNothingInBytesWithoutIt() {
        for (int seed = 0; seed < 200; seed++) {
            assertThat(ByteSearch.ANNOTATIONS.isIn(noise(1_000, seed))).isFalse();
        }
        assertThat(ByteSearch.ANNOTATIONS.isIn(new byte[0])).isFalse();
    }

    @Test
    void findsNothingWhereOneByteIsWrongOrMissing() {
        for (int at = 0; at < ATTRIBUTE.length; at++) {
            byte[] bytes = noise(200, at);
            System.arraycopy(ATTRIBUTE, 0, bytes, 100, ATTRIBUTE.length);
            bytes[100 + at]++;
            assertThat(ByteSearch.ANNOTATIONS.isIn(bytes)).as("byte %d", at).isFalse();
        }
        byte[] cut = new byte[ATTRIBUTE.length - 1];
        System.arraycopy(ATTRIBUTE, 0, cut, 0, cut.length);
        assertThat(ByteSearch.ANNOTATIONS.isIn(cut)).isFalse();
    }
}
