package org.latencyprobes.agent.classfile;

import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * The local variables in which a method gets its parameters, and whether its code uses them for nothing else.
 *
 * <p>Java's compiler uses them for nothing else. Optimisers and obfuscators may store a value of another type in them.
 */
public final class ParameterSlots {

    /** For each slot the instruction that stores a value of its type; 0 for the second half of a long or double. */
    private final int[] storing;

    private ParameterSlots(boolean isStatic, String descriptor) {
        storing = new int[count(isStatic, descriptor)];
        int slot = 0;
        if (!isStatic) {
            storing[slot++] = Opcodes.ASTORE;
        }
        for (Type type : Type.getArgumentTypes(descriptor)) {
            storing[slot] = type.getOpcode(Opcodes.ISTORE);
            slot += type.getSize();
        }
    }

    /**
     * How many slots the parameters take.
     *
     * @param isStatic whether the method has no {@code this}, which counts, too
     * @param descriptor of the method
     * @return 255 at most
     */
    public static int count(boolean isStatic, String descriptor) {
        return (Type.getArgumentsAndReturnSizes(descriptor) >> 2) - (isStatic ? 1 : 0);
    }

    /** Whether the code may store a value of another type than the parameter. References count, as their types are not known. */
    static boolean areReused(boolean isStatic, String descriptor, Bytecode code) {
        ParameterSlots parameters = null; // most code stores nothing
        for (int at = code.begin(); at < code.end(); at = code.next(at)) {
            int opcode = code.storing(at);
            if (opcode >= 0) {
                parameters = parameters == null ? new ParameterSlots(isStatic, descriptor) : parameters;
                if (parameters.isReusedBy(opcode, code.storedSlot(at))) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isReusedBy(int opcode, int slot) {
        return slot < storing.length && (opcode != storing[slot] || opcode == Opcodes.ASTORE);
    }
}
