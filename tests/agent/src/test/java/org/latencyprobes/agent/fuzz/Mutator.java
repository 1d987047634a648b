package org.latencyprobes.agent.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** A maker of broken copies of one valid class file, the same ones for the same seed. */
final class Mutator {

    /** Ends the label of a file that is cut. */
    static final String TRUNCATED = "truncated";

    private static final int OLDEST_VERSION = 44;
    private static final int NEWEST_VERSION = 70;

    private final String className;
    private final byte[] original;
    private final ClassFileMap map;
    private final boolean isCallable;

    Mutator(String className, byte[] original, boolean isCallable) {
        this.className = className;
        this.original = original;
        this.map = new ClassFileMap(original);
        this.isCallable = isCallable;
    }

    Case mutant(long seed) {
        Random random = new Random(seed);
        byte[] bytes = original.clone();
        String kind = switch (random.nextInt(9)) {
            case 0 -> flip(bytes, random, random.nextInt(bytes.length));
            case 1 -> flip(bytes, random, codeOffset(random));
            case 2 -> {
                bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
                yield TRUNCATED;
            }
            case 3 -> swapConstants(bytes, random);
            case 4 -> renumber(bytes, random);
            case 5 -> length(bytes, random);
            case 6 -> flags(bytes, random);
            case 7 -> version(bytes, random);
            default -> {
                bytes = shifted(bytes, random);
                yield "shifted";
            }
        };
        boolean sameCode = kind.equals("version") || kind.equals("flags") || isCodeUntouched(bytes);
        return Case.of(className + ' ' + seed + ' ' + kind, isCallable && sameCode, className, bytes);
    }

    private boolean isCodeUntouched(byte[] bytes) {
        if (bytes.length != original.length) {
            return false;
        }
        for (int[] range : map.code) {
            if (!Arrays.equals(bytes, range[0], range[1], original, range[0], range[1])) {
                return false;
            }
        }
        return true;
    }

    private int codeOffset(Random random) {
        if (map.code.isEmpty()) {
            return random.nextInt(original.length);
        }
        int[] range = map.code.get(random.nextInt(map.code.size()));
        return range[0] + random.nextInt(range[1] - range[0]);
    }

    private static String flip(byte[] bytes, Random random, int offset) {
        bytes[offset] ^= (byte) (random.nextBoolean() ? 1 << random.nextInt(8) : 1 + random.nextInt(255));
        return "flip at " + offset;
    }

    /** Two numbers in constants, or their tags, change places. */
    private String swapConstants(byte[] bytes, Random random) {
        int one = constant(random) + random.nextInt(3);
        int other = constant(random) + random.nextInt(3);
        byte kept = bytes[one];
        bytes[one] = bytes[other];
        bytes[other] = kept;
        return "constants";
    }

    private int constant(Random random) {
        int offset = -1;
        while (offset < 0) {
            offset = pick(map.constants, random);
        }
        return offset;
    }

    /** What named one constant names another. */
    private String renumber(byte[] bytes, Random random) {
        put(bytes, pick(map.numbers, random), 2, random.nextInt(map.constants.size() + 2));
        return "numbers";
    }

    private String length(byte[] bytes, Random random) {
        int offset = pick(map.lengths, random);
        int length = random.nextInt(4) == 0 ? random.nextInt() : bytes[offset + 3] + random.nextInt(7) - 3;
        put(bytes, offset, 4, length);
        return "length";
    }

    private String flags(byte[] bytes, Random random) {
        int offset = pick(map.flags, random);
        int flags = random.nextBoolean() ? random.nextInt(0x10000) : bytes[offset + 1] ^ 1 << random.nextInt(16);
        put(bytes, offset, 2, flags);
        return "flags";
    }

    private static String version(byte[] bytes, Random random) {
        put(bytes, 4, 4, OLDEST_VERSION + random.nextInt(NEWEST_VERSION - OLDEST_VERSION));
        return "version";
    }

    /** A byte more or less somewhere. */
    private static byte[] shifted(byte[] bytes, Random random) {
        int at = random.nextInt(bytes.length);
        boolean more = random.nextBoolean();
        byte[] shifted = new byte[bytes.length + (more ? 1 : -1)];
        System.arraycopy(bytes, 0, shifted, 0, at);
        System.arraycopy(bytes, at + (more ? 0 : 1), shifted, at + (more ? 1 : 0), bytes.length - at - (more ? 0 : 1));
        return shifted;
    }

    private static void put(byte[] bytes, int offset, int count, int value) {
        for (int i = 0; i < count; i++) {
            bytes[offset + i] = (byte) (value >> 8 * (count - 1 - i));
        }
    }

    private static int pick(List<Integer> offsets, Random random) {
        return offsets.get(random.nextInt(offsets.size()));
    }
}
