package org.latencyprobes.agent.classfile;

import java.nio.charset.StandardCharsets;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * The bytecode of one method, for a walk from instruction to instruction. It takes the same bytes for each as ASM does. It throws a
 * {@link RuntimeException} where it meets bytes that are no bytecode, but for operands that it does not look at. For one thread.
 *
 * <p>A walk is a loop without lambdas, which would be linked as a class is woven.
 */
final class Bytecode {

    private static final int WIDE = 196;
    private static final int SHORT_SLOTS = 4;
    private static final int FIRST_SHORT_STORE = Opcodes.ASTORE + 1;

    /** The bytes of each instruction by its number; 0 for those whose size varies. */
    private static final byte[] BYTES = ("1".repeat(16) // constants
                    + "2323322222" // bipush to aload
                    + "1".repeat(28) // loads of the first slots and of array elements
                    + "22222" // istore to astore
                    + "1".repeat(73) // stores, stack, arithmetic
                    + "3" // iinc
                    + "1".repeat(20) // conversions, comparisons
                    + "3".repeat(16) // jumps
                    + "2" // ret
                    + "00" // switches
                    + "111111" // returns
                    + "3333333" // fields and methods
                    + "55" // invokeinterface, invokedynamic
                    + "323" // new, newarray, anewarray
                    + "11" // arraylength, athrow
                    + "33" // checkcast, instanceof
                    + "11" // monitors
                    + "0" // wide
                    + "4" // multianewarray
                    + "33" // ifnull, ifnonnull
                    + "55" // goto_w, jsr_w
                    + "3".repeat(18) // ASM's own jumps, which no other class file has
                    + "5") // and its own goto_w
            .getBytes(StandardCharsets.US_ASCII);

    private final ClassReader file;
    private final int maxLocals;
    private final int begin;
    private final int bytes;

    /** The code in the attribute that begins at this place of a class file. */
    Bytecode(ClassReader file, int attributeAt) {
        int maxLocalsAt = attributeAt + ClassOutline.ATTRIBUTE_HEADER_BYTES + 2;
        this.file = file;
        maxLocals = file.readUnsignedShort(maxLocalsAt);
        bytes = file.readInt(maxLocalsAt + 2);
        begin = maxLocalsAt + 2 + 4;
        if (bytes <= 0) {
            throw new IllegalArgumentException("a method of " + bytes + " bytes");
        }
        file.readByte(end() - 1); // or throws
    }

    int bytes() {
        return bytes;
    }

    int maxLocals() {
        return maxLocals;
    }

    /** Where in the file the first instruction stands. */
    int begin() {
        return begin;
    }

    /** The place behind the last one. */
    int end() {
        return begin + bytes;
    }

    /** The number of the instruction at a place of the file. */
    int opcode(int at) {
        return file.readByte(at);
    }

    /** Where the instruction behind this one stands. */
    int next(int at) {
        int length = length(at);
        if (length <= 0) {
            throw new IllegalArgumentException("an instruction of " + length + " bytes"); // else the walk might not end
        }
        return at + length;
    }

    private int length(int at) {
        int opcode = opcode(at);
        int operands = begin + (at - begin + 4) / 4 * 4; // of a switch: they are aligned
        return switch (opcode) {
            case WIDE -> opcode(at + 1) == Opcodes.IINC ? 6 : 4;
            case Opcodes.TABLESWITCH ->
                operands - at + 12 + 4 * rows(file.readInt(operands + 8) - file.readInt(operands + 4) + 1);
            case Opcodes.LOOKUPSWITCH -> operands - at + 8 + 8 * rows(file.readInt(operands + 4));
            default -> BYTES[opcode] - '0';
        };
    }

    private static int rows(int told) {
        return Math.max(0, told);
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
            return file.readByte(at + 1);
        }
        if (opcode > Opcodes.ALOAD && opcode < Opcodes.IALOAD) { // the short forms, four for each type
            return (opcode - Opcodes.ALOAD - 1) % SHORT_SLOTS;
        }
        return opcode >= FIRST_SHORT_STORE && opcode < Opcodes.IASTORE
                ? (opcode - FIRST_SHORT_STORE) % SHORT_SLOTS
                : -1;
    }

    /** The instruction of the five from {@code istore} to {@code astore} that this one is a form of; −1 where it is none. */
    int storing(int at) {
        int opcode = opcode(at);
        if (opcode >= FIRST_SHORT_STORE && opcode < Opcodes.IASTORE) {
            return Opcodes.ISTORE + (opcode - FIRST_SHORT_STORE) / SHORT_SLOTS;
        }
        int wideOrNot = opcode == WIDE ? opcode(at + 1) : opcode;
        return wideOrNot >= Opcodes.ISTORE && wideOrNot <= Opcodes.ASTORE ? wideOrNot : -1;
    }

    /** The variable that it stores into. */
    int storedSlot(int at) {
        int opcode = opcode(at);
        return opcode == WIDE ? file.readUnsignedShort(at + 2) : slot(opcode, at);
    }

    /** Whether an instruction jumps to a place before it. */
    boolean jumpsBack(int opcode, int at) {
        return isJump(opcode) && file.readShort(at + 1) < 0;
    }

    private static boolean isJump(int opcode) {
        return opcode >= Opcodes.IFEQ && opcode <= Opcodes.JSR
                || opcode == Opcodes.IFNULL
                || opcode == Opcodes.IFNONNULL;
    }
}
