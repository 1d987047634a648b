package org.latencyprobes.agent.weave.code;

import net.bytebuddy.jar.asm.ConstantDynamic;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * The number of slots by which an instruction makes the operand stack higher, as chapter 6.5 of the Java Virtual Machine Specification says. A
 * long and a double take two slots.
 */
final class StackEffect {

    /** By opcode, each a digit: 4 leaves the height as it is. Those that name a field, method or constant have 4 and are told otherwise. */
    private static final String BY_OPCODE = "4555555556655566554445656544444444444444444444" // to aload
            + "34343333" // loads from arrays
            + "3232344444444444444444444" // stores
            + "10101111" // stores into arrays
            + "325556664" // pop to swap
            + "3232323232323232323244443333333232324" // arithmetic
            + "54533445534344413311" // conversions and comparisons
            + "3333332222222245433" // jumps
            + "323234444444444544434433443344"; // returns and the rest

    private StackEffect() {}

    /** Of an instruction that says by its opcode what it does. */
    static int of(int opcode) {
        return BY_OPCODE.charAt(opcode) - '4';
    }

    static int ofField(int opcode, String descriptor) {
        int slots = Type.getType(descriptor).getSize();
        return switch (opcode) {
            case Opcodes.GETSTATIC -> slots;
            case Opcodes.PUTSTATIC -> -slots;
            case Opcodes.GETFIELD -> slots - 1;
            default -> -slots - 1;
        };
    }

    static int ofCall(boolean hasReceiver, String descriptor) {
        int sizes = Type.getArgumentsAndReturnSizes(descriptor); // counts one for a receiver
        return (sizes & 3) - (sizes >> 2) + (hasReceiver ? 0 : 1);
    }

    static int ofConstant(Object constant) {
        return constant instanceof Long
                        || constant instanceof Double
                        || constant instanceof ConstantDynamic dynamic && dynamic.getSize() == 2
                ? 2
                : 1;
    }

    /** The height that a stack map frame tells. */
    static int height(int count, Object[] stack) {
        int height = 0;
        for (int i = 0; i < count; i++) {
            height += stack[i] == Opcodes.LONG || stack[i] == Opcodes.DOUBLE ? 2 : 1;
        }
        return height;
    }
}
