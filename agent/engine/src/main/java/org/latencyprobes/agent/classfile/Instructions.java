package org.latencyprobes.agent.classfile;

import java.nio.ByteBuffer;
import net.bytebuddy.jar.asm.Opcodes;

/** A walk through the instructions of a method that ASM has read: it takes the same bytes for each instruction as ASM does. */
final class Instructions {

    private static final int WIDE = 196;

    /** The bytes of each instruction by its number; 0 for those whose size varies. */
    private static final String BYTES = "1".repeat(16) // constants
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
            + "5"; // and its own goto_w

    private final ByteBuffer file;
    private final int begin;

    private Instructions(ByteBuffer file, int begin) {
        this.file = file;
        this.begin = begin;
    }

    /** The receiver of each instruction. */
    @FunctionalInterface
    interface Receiver {

        /**
         * The next one.
         *
         * @param opcode its number
         * @param at where in the file it stands
         */
        void instruction(int opcode, int at);
    }

    /** Tells each instruction between these two offsets. */
    static void forEach(ByteBuffer file, int begin, int end, Receiver receiver) {
        Instructions code = new Instructions(file, begin);
        for (int at = begin; at < end; at += code.bytes(at)) {
            receiver.instruction(code.opcode(at), at);
        }
    }

    private int opcode(int at) {
        return file.get(at) & 0xff;
    }

    private int bytes(int at) {
        int opcode = opcode(at);
        int operands = begin + (at - begin + 4) / 4 * 4; // of a switch: they are aligned
        return switch (opcode) {
            case WIDE -> opcode(at + 1) == Opcodes.IINC ? 6 : 4;
            case Opcodes.TABLESWITCH ->
                operands - at + 12 + 4 * rows(file.getInt(operands + 8) - file.getInt(operands + 4) + 1);
            case Opcodes.LOOKUPSWITCH -> operands - at + 8 + 8 * rows(file.getInt(operands + 4));
            default -> BYTES.charAt(opcode) - '0';
        };
    }

    private static int rows(int told) {
        return Math.max(0, told);
    }
}
