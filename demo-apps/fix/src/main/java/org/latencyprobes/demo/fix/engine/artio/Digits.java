package org.latencyprobes.demo.fix.engine.artio;

import org.agrona.concurrent.UnsafeBuffer;

/** A number as the text of a field, written and read without garbage. */
final class Digits {

    private static final int MOST_BYTES = 20;

    private final byte[] bytes = new byte[MOST_BYTES];
    private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
    private int length;

    Digits set(long number) {
        length = buffer.putLongAscii(0, number);
        return this;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    static long parse(char[] digits, int length) {
        boolean negative = length > 0 && digits[0] == '-';
        long number = 0;
        for (int i = negative ? 1 : 0; i < length; i++) {
            if (digits[i] < '0' || digits[i] > '9') {
                throw new IllegalArgumentException("no number: " + new String(digits, 0, length));
            }
            number = number * 10 + digits[i] - '0';
        }
        return negative ? -number : number;
    }
}
