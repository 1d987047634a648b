package org.latencyprobes.agent.select;

import static org.latencyprobes.agent.select.FaultException.require;

import java.nio.ByteBuffer;
import net.bytebuddy.jar.asm.Opcodes;

/** Follows how deep the operand stack is: never deeper than the method says. What leads where is taken from its stack map frames. */
final class StackDepth implements CodeCheck.Instructions {

    /** Behind an instruction that leaves; a frame must follow, and if none does, nothing is said. */
    private static final int UNKNOWN = -(1 << 20);

    private static final char NONE = 'e';

    /** By how many slots each instruction changes the stack, as the distance from {@code e}; x for those of constants. */
    private static final String CHANGES = "effffffffggfffgg" // nop, constants
            + "ffffg" // bipush to ldc2_w
            + "fgfgf" // iload to aload
            + "ffffggggffffggggffff" // loads of the first slots
            + "dededddd" // loads of array elements
            + "dcdcd" // istore to astore
            + "ddddccccddddccccdddd" // stores to the first slots
            + "bababbbb" // stores to array elements
            + "dcfffggge" // pop to swap
            + "dcdcdcdcdcdcdcdcdcdc" // arithmetic
            + "eeee" // negation
            + "dddddd" // shifts
            + "dcdcdc" // and, or, exclusive or
            + "e" // iinc
            + "fefddeeffdedeee" // conversions
            + "bddbb" // comparisons
            + "ddddddcccccccc" // jumps on a condition
            + "efe" // goto, jsr, ret
            + "dd" // switches
            + "dcdcde" // returns
            + "xxxxxxxxx" // fields and methods
            + "feeedeedd" // new to monitorexit
            + "xx" // wide, multianewarray
            + "ddef"; // ifnull, ifnonnull, goto_w, jsr_w

    private final ByteBuffer file;
    private final Constants constants;
    private final Frames frames;
    private final int begin;
    private final int maxStack;
    private int depth;

    StackDepth(ByteBuffer file, Constants constants, Frames frames, int begin, int maxStack) {
        this.file = file;
        this.constants = constants;
        this.frames = frames;
        this.begin = begin;
        this.maxStack = maxStack;
    }

    @Override
    public void instruction(int opcode, int at) {
        depth = frames.depthAt(at - begin, depth);
        depth += CHANGES.charAt(opcode) == 'x' ? change(opcode, at) : CHANGES.charAt(opcode) - NONE;
        require(depth <= maxStack, "its stack gets deeper than it says");
        if (CodeCheck.leaves(opcode) || CodeCheck.callsSubroutine(opcode)) {
            depth = UNKNOWN;
        }
    }

    private int change(int opcode, int at) {
        if (opcode == CodeCheck.WIDE) {
            int widened = file.get(at + 1) & 0xff;
            return CHANGES.charAt(widened) - NONE;
        }
        if (opcode == Opcodes.MULTIANEWARRAY) {
            return 1 - (file.get(at + 3) & 0xff);
        }
        String descriptor = constants.descriptor(file.getShort(at + 1) & 0xffff);
        if (descriptor.charAt(0) == '(') {
            boolean onNone = opcode == Opcodes.INVOKESTATIC || opcode == Opcodes.INVOKEDYNAMIC;
            return Slots.of(Slots.returnType(descriptor)) - Slots.ofParameters(descriptor) - (onNone ? 0 : 1);
        }
        int slots = Slots.of(descriptor.charAt(0));
        return switch (opcode) {
            case Opcodes.GETSTATIC -> slots;
            case Opcodes.PUTSTATIC -> -slots;
            case Opcodes.GETFIELD -> slots - 1;
            default -> -slots - 1;
        };
    }
}
