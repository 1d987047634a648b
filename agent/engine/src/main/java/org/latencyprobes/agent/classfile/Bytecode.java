package org.latencyprobes.agent.classfile;

import java.nio.ByteBuffer;
import net.bytebuddy.jar.asm.Opcodes;

/** The bytecode of one method, with its length and whether it does next to nothing. Immutable. */
final class Bytecode {

    /** The most instructions of a trivial method: a setter that returns {@code this}, or a choice between a field and a constant. */
    private static final int MOST_TRIVIAL_INSTRUCTIONS = 8;

    private static final int LONGEST_TRIVIAL_BYTES = 3 * MOST_TRIVIAL_INSTRUCTIONS;

    private static final int SHORT_SLOTS = 4;

    private final ByteBuffer file;
    private final int begin;
    private final int bytes;

    /** The code that begins at this place of a class file. */
    Bytecode(byte[] classFile, int begin, int bytes) {
        file = ByteBuffer.wrap(classFile);
        this.begin = begin;
        this.bytes = bytes;
    }

    int bytes() {
        return bytes;
    }

    /** Tells each instruction. */
    void forEach(Instructions.Receiver receiver) {
        Instructions.forEach(file, begin, begin + bytes, receiver);
    }

    /** How many bytes into the code this place of the file is. */
    int offset(int at) {
        return at - begin;
    }

    /** The local variable that an instruction reads or writes; −1 where there is none, or for a wide instruction. */
    int slot(int opcode, int at) {
        if (opcode >= Opcodes.ILOAD && opcode <= Opcodes.ALOAD
                || opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE
                || opcode == Opcodes.IINC
                || opcode == Opcodes.RET) {
            return file.get(at + 1) & 0xff;
        }
        if (opcode > Opcodes.ALOAD && opcode < Opcodes.IALOAD) { // the short forms, four for each type
            return (opcode - Opcodes.ALOAD - 1) % SHORT_SLOTS;
        }
        return opcode > Opcodes.ASTORE && opcode < Opcodes.IASTORE ? (opcode - Opcodes.ASTORE - 1) % SHORT_SLOTS : -1;
    }

    /** Whether there are only a few instructions, and none of them calls, allocates, throws, locks or jumps back. */
    boolean isTrivial() {
        if (bytes > LONGEST_TRIVIAL_BYTES) {
            return false;
        }
        int[] instructions = {0};
        boolean[] more = {false};
        forEach((opcode, at) -> {
            instructions[0]++;
            more[0] |= isMoreThanTrivial(opcode, at);
        });
        return !more[0] && instructions[0] <= MOST_TRIVIAL_INSTRUCTIONS;
    }

    private boolean isMoreThanTrivial(int opcode, int at) {
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
            default -> isJump(opcode) && file.getShort(at + 1) < 0;
        };
    }

    private static boolean isJump(int opcode) {
        return opcode >= Opcodes.IFEQ && opcode <= Opcodes.JSR
                || opcode == Opcodes.IFNULL
                || opcode == Opcodes.IFNONNULL;
    }
}
