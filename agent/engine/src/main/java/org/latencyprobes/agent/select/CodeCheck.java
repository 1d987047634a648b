package org.latencyprobes.agent.select;

import java.nio.ByteBuffer;
import net.bytebuddy.jar.asm.Opcodes;

/** Walks through the instructions of a method: whether they are whole, and whether the last one leaves it. */
final class CodeCheck {

    private static final int WIDE = 196;
    private static final int GOTO_W = 200;

    /** Bytes of each instruction by its number; 0 for those that tell it themselves. */
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
            + "55"; // goto_w, jsr_w

    private CodeCheck() {}

    static boolean isWhole(ByteBuffer file, int begin, int end) {
        int at = begin;
        int last = Opcodes.NOP;
        while (at < end) {
            last = file.get(at) & 0xff;
            if (last >= BYTES.length() || isPaddedWithOthers(last, file, at)) {
                return false;
            }
            int bytes = BYTES.charAt(last) == '0' ? bytesOfVariable(last, file, at, begin) : BYTES.charAt(last) - '0';
            if (bytes <= 0) {
                return false;
            }
            at += bytes;
        }
        return at == end && leaves(last);
    }

    /** Of these the last one or two bytes must be zero. */
    private static boolean isPaddedWithOthers(int opcode, ByteBuffer file, int at) {
        return opcode == Opcodes.INVOKEDYNAMIC && file.getShort(at + 3) != 0
                || opcode == Opcodes.INVOKEINTERFACE && file.get(at + 4) != 0;
    }

    private static int bytesOfVariable(int opcode, ByteBuffer file, int at, int begin) {
        if (opcode == WIDE) {
            return (file.get(at + 1) & 0xff) == Opcodes.IINC ? 6 : 4;
        }
        int operands = begin + (at - begin + 4) / 4 * 4;
        long rows = opcode == Opcodes.TABLESWITCH
                ? (long) file.getInt(operands + 8) - file.getInt(operands + 4) + 1
                : 2L * file.getInt(operands + 4);
        int header = opcode == Opcodes.TABLESWITCH ? 12 : 8;
        return rows < 0 || rows > file.capacity() ? 0 : operands - at + header + (int) rows * 4;
    }

    private static boolean leaves(int opcode) {
        return opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN
                || opcode == Opcodes.ATHROW
                || opcode == Opcodes.GOTO
                || opcode == GOTO_W
                || opcode == Opcodes.RET
                || opcode == Opcodes.TABLESWITCH
                || opcode == Opcodes.LOOKUPSWITCH;
    }
}
