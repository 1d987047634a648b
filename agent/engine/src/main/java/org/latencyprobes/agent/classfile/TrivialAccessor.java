package org.latencyprobes.agent.classfile;

import net.bytebuddy.jar.asm.Opcodes;

/** The rule by which a method counts as a trivial accessor: it does next to nothing. */
final class TrivialAccessor {

    /** The most instructions of one: a setter that returns {@code this}, or a choice between a field and a constant. */
    private static final int MOST_INSTRUCTIONS = 8;

    private static final int LONGEST_BYTES = 3 * MOST_INSTRUCTIONS;

    private TrivialAccessor() {}

    /** Whether there are only a few instructions, and none of them calls, allocates, throws, locks or jumps back. */
    static boolean is(Bytecode code) {
        if (code.bytes() > LONGEST_BYTES) {
            return false;
        }
        int instructions = 0;
        for (int at = code.begin(); at < code.end(); at = code.next(at)) {
            int opcode = code.opcode(at);
            if (++instructions > MOST_INSTRUCTIONS || doesMore(opcode) || code.jumpsBack(opcode, at)) {
                return false;
            }
        }
        return true;
    }

    private static boolean doesMore(int opcode) {
        return switch (opcode) {
            case Opcodes.INVOKEVIRTUAL,
                    Opcodes.INVOKESPECIAL,
                    Opcodes.INVOKESTATIC,
                    Opcodes.INVOKEINTERFACE,
                    Opcodes.INVOKEDYNAMIC,
                    Opcodes.NEW,
                    Opcodes.NEWARRAY,
                    Opcodes.ANEWARRAY,
                    Opcodes.MULTIANEWARRAY,
                    Opcodes.ATHROW,
                    Opcodes.MONITORENTER,
                    Opcodes.TABLESWITCH,
                    Opcodes.LOOKUPSWITCH -> true;
            default -> false;
        };
    }
}
