package org.latencyprobes.demo.fix.engine.echo;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.latencyprobes.demo.common.PublishedOrder;

/** The published order in a buffer. Only the digits of ClOrdID and the checksum change. */
final class EchoMessage {

    private static final int DIGITS = 19;
    private static final byte[] TEMPLATE = PublishedOrder.bytes("0".repeat(DIGITS));
    private static final int FIRST_DIGIT =
            new String(TEMPLATE, StandardCharsets.US_ASCII).indexOf("\u000111=" + "0".repeat(DIGITS)) + 4;
    private static final int CHECKSUM_FIELD_BYTES = 7;

    static final int BYTES = TEMPLATE.length;

    private EchoMessage() {}

    static ByteBuffer newBuffer() {
        return ByteBuffer.allocateDirect(BYTES).put(TEMPLATE).flip();
    }

    /** Writes the number and the checksum over those before. */
    static void stamp(ByteBuffer message, long startNanos) {
        long rest = startNanos;
        for (int i = FIRST_DIGIT + DIGITS - 1; i >= FIRST_DIGIT; i--) {
            message.put(i, (byte) ('0' + rest % 10));
            rest /= 10;
        }
        int sum = checksum(message);
        message.put(BYTES - 4, (byte) ('0' + sum / 100));
        message.put(BYTES - 3, (byte) ('0' + sum / 10 % 10));
        message.put(BYTES - 2, (byte) ('0' + sum % 10));
    }

    /** The number in a message that has come back, or -1 if its bytes are wrong. */
    static long startNanos(ByteBuffer message) {
        int sum = checksum(message);
        if (message.get(BYTES - 4) != '0' + sum / 100
                || message.get(BYTES - 3) != '0' + sum / 10 % 10
                || message.get(BYTES - 2) != '0' + sum % 10) {
            return -1;
        }
        long number = 0;
        for (int i = FIRST_DIGIT; i < FIRST_DIGIT + DIGITS; i++) {
            number = number * 10 + message.get(i) - '0';
        }
        return number;
    }

    private static int checksum(ByteBuffer message) {
        int sum = 0;
        for (int i = 0; i < BYTES - CHECKSUM_FIELD_BYTES; i++) {
            sum += message.get(i);
        }
        return sum & 0xff;
    }
}
