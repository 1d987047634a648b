package org.latencyprobes.agent.classfile;

import java.nio.ByteBuffer;
import net.bytebuddy.jar.asm.Opcodes;

/** The bytecode of one method. Immutable. */
final class Bytecode {

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

    /** Whether an instruction jumps to a place before it. */
    boolean jumpsBack(int opcode, int at) {
        return isJump(opcode) && file.getShort(at + 1) < 0;
    }

    private static boolean isJump(int opcode) {
        return opcode >= Opcodes.IFEQ && opcode <= Opcodes.JSR
                || opcode == Opcodes.IFNULL
                || opcode == Opcodes.IFNONNULL;
    }
}
