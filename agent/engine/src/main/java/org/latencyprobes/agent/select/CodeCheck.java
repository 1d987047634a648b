package org.latencyprobes.agent.select;

import static org.latencyprobes.agent.select.FaultException.require;

import java.nio.ByteBuffer;
import java.util.BitSet;
import net.bytebuddy.jar.asm.Opcodes;

/** Walks through the instructions of a method: whether they are whole, and whether the last one leaves it. */
final class CodeCheck {

    static final int WIDE = 196;
    static final int GOTO_W = 200;
    private static final int JSR_W = 201;

    private static final String FAULT = "code is cut or runs off its end";

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

    private final ByteBuffer file;
    private final int begin;
    private final BitSet starts = new BitSet();

    /** Walks through the code between these two offsets. */
    CodeCheck(ByteBuffer file, int begin, int end) {
        this.file = file;
        this.begin = begin;
        int at = begin;
        int last = Opcodes.NOP;
        while (at < end) {
            starts.set(at - begin);
            last = opcode(at);
            at += bytes(last, at);
        }
        require(at == end && leaves(last), FAULT);
    }

    /** Whether an instruction begins that many bytes into the code. */
    boolean isStart(int offset) {
        return starts.get(offset);
    }

    boolean isStartOf(int instruction, int offset) {
        return isStart(offset) && opcode(begin + offset) == instruction;
    }

    /** Told of each instruction. */
    @FunctionalInterface
    interface Instructions {

        /**
         * The next one.
         *
         * @param opcode its number
         * @param at where in the file it stands
         */
        void instruction(int opcode, int at);
    }

    void forEach(Instructions receiver) {
        for (int offset = 0; offset >= 0; offset = starts.nextSetBit(offset + 1)) {
            receiver.instruction(opcode(begin + offset), begin + offset);
        }
    }

    private int opcode(int at) {
        return file.get(at) & 0xff;
    }

    private int bytes(int opcode, int at) {
        require(opcode < BYTES.length() && !isPaddedWithOthers(opcode, at), FAULT);
        int bytes = BYTES.charAt(opcode) == '0' ? bytesOfVariable(opcode, at) : BYTES.charAt(opcode) - '0';
        require(bytes > 0, FAULT);
        return bytes;
    }

    /** Of these the last one or two bytes must be zero. */
    private boolean isPaddedWithOthers(int opcode, int at) {
        return opcode == Opcodes.INVOKEDYNAMIC && file.getShort(at + 3) != 0
                || opcode == Opcodes.INVOKEINTERFACE && file.get(at + 4) != 0;
    }

    private int bytesOfVariable(int opcode, int at) {
        if (opcode == WIDE) {
            return opcode(at + 1) == Opcodes.IINC ? 6 : 4;
        }
        int operands = begin + (at - begin + 4) / 4 * 4;
        long rows = opcode == Opcodes.TABLESWITCH
                ? (long) file.getInt(operands + 8) - file.getInt(operands + 4) + 1
                : 2L * file.getInt(operands + 4);
        int header = opcode == Opcodes.TABLESWITCH ? 12 : 8;
        return rows < 0 || rows > file.capacity() ? 0 : operands - at + header + (int) rows * 4;
    }

    /** Whether the instruction behind it is that of a subroutine, which takes the address to return to from the stack. */
    static boolean callsSubroutine(int opcode) {
        return opcode == Opcodes.JSR || opcode == JSR_W;
    }

    /** Whether the instruction behind it is not the next one. */
    static boolean leaves(int opcode) {
        return opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN
                || opcode == Opcodes.ATHROW
                || opcode == Opcodes.GOTO
                || opcode == GOTO_W
                || opcode == Opcodes.RET
                || opcode == Opcodes.TABLESWITCH
                || opcode == Opcodes.LOOKUPSWITCH;
    }
}
