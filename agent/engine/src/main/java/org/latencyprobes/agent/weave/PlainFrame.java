package org.latencyprobes.agent.weave;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.latencyprobes.agent.classfile.MethodKind;
import org.latencyprobes.agent.select.MethodProbe;

/**
 * The local variables of a method that {@link PlainWeaver} weaves, and the stack maps that tell them. For one method.
 *
 * <p>The start time comes behind the parameters; the method's own variables move up. Behind the body, two of the slots are taken anew, for the
 * result and what was thrown. A method that uses a parameter's variable for something else works on copies.
 */
final class PlainFrame {

    private static final String THROWABLE = "java/lang/Throwable";

    private final MethodVisitor out;
    private final MethodProbe probe;
    private final Object[] parameters;
    private final int[] loads;
    private final Type result;
    private final int start;
    private final int firstFree;

    PlainFrame(MethodVisitor out, String owner, boolean isStatic, String descriptor, MethodProbe probe) {
        this.out = out;
        this.probe = probe;
        Type[] types = Type.getArgumentTypes(descriptor);
        int first = isStatic ? 0 : 1;
        parameters = new Object[first + types.length];
        loads = new int[parameters.length];
        int slot = first;
        if (!isStatic) {
            parameters[0] = owner;
            loads[0] = Opcodes.ALOAD;
        }
        for (int i = 0; i < types.length; i++) {
            parameters[first + i] = verified(types[i]);
            loads[first + i] = types[i].getOpcode(Opcodes.ILOAD);
            slot += types[i].getSize();
        }
        start = slot;
        firstFree = start + 2;
        result = Type.getReturnType(descriptor);
    }

    /** A type as stack maps name it. */
    private static Object verified(Type type) {
        return switch (type.getSort()) {
            case Type.BOOLEAN, Type.BYTE, Type.CHAR, Type.SHORT, Type.INT -> Opcodes.INTEGER;
            case Type.LONG -> Opcodes.LONG;
            case Type.FLOAT -> Opcodes.FLOAT;
            case Type.DOUBLE -> Opcodes.DOUBLE;
            default -> type.getInternalName(); // for an array that is its descriptor
        };
    }

    MethodVisitor out() {
        return out;
    }

    MethodProbe probe() {
        return probe;
    }

    boolean isConstructor() {
        return probe.kind() == MethodKind.CONSTRUCTOR;
    }

    Type result() {
        return result;
    }

    int start() {
        return start;
    }

    int resultSlot() {
        return firstFree;
    }

    int thrownSlot() {
        return firstFree + result.getSize();
    }

    /** Where a variable of the method is now. */
    int moved(int slot) {
        if (probe.reusesParameters()) {
            return slot + firstFree;
        }
        return slot < start ? slot : slot + firstFree - start;
    }

    /** How many slots there are, where the method had so many. */
    int locals(int before) {
        return Math.max(moved(before), isConstructor() ? firstFree : thrownSlot() + 1);
    }

    /** Makes the copies where the method works on such; the stack map before the body. */
    void begin() {
        if (probe.reusesParameters()) {
            map(new Object[0], new Object[0]);
            int slot = 0;
            for (int load : loads) {
                out.visitVarInsn(load, slot);
                out.visitVarInsn(load + Opcodes.ISTORE - Opcodes.ILOAD, slot + firstFree);
                slot += load == Opcodes.LLOAD || load == Opcodes.DLOAD ? 2 : 1;
            }
            map(parameters, new Object[0]);
        } else {
            Object[] types = parameters.clone();
            if (isConstructor()) {
                types[0] = Opcodes.UNINITIALIZED_THIS;
            }
            map(types, new Object[0], new Object[0]);
        }
        out.visitInsn(Opcodes.NOP);
    }

    /** A stack map of the body. Returns whether it has in it what the parameters are known to be. */
    boolean body(int localCount, Object[] locals, int stackCount, Object[] stack) {
        int count = probe.reusesParameters() ? 0 : parameters.length;
        if (localCount < count) {
            return false;
        }
        Object[] first = count == 0 ? parameters : java.util.Arrays.copyOf(locals, count);
        for (int i = 0; i < count; i++) {
            boolean isNotYetThis = i == 0 && isConstructor() && locals[0] == Opcodes.UNINITIALIZED_THIS;
            if (!isNotYetThis && !parameters[i].equals(locals[i])) {
                return false;
            }
        }
        map(first, java.util.Arrays.copyOfRange(locals, count, localCount), java.util.Arrays.copyOf(stack, stackCount));
        return true;
    }

    /** Behind the body, where the result is on the stack. */
    void atEnd() {
        map(new Object[0], isResultless() ? new Object[0] : new Object[] {verified(result)});
    }

    /** Where what was thrown is on the stack. */
    void atHandler() {
        map(new Object[0], new Object[] {THROWABLE});
    }

    /** Where the result and what was thrown are in their variables. */
    void atExit() {
        if (isConstructor()) {
            map(new Object[0], new Object[0]);
        } else {
            map(isResultless() ? new Object[] {THROWABLE} : new Object[] {verified(result), THROWABLE}, new Object[0]);
        }
    }

    boolean isResultless() {
        return result.getSort() == Type.VOID;
    }

    private void map(Object[] behindStart, Object[] stack) {
        map(parameters, behindStart, stack);
    }

    private void map(Object[] first, Object[] behindStart, Object[] stack) {
        Object[] locals = new Object[first.length + 1 + behindStart.length];
        System.arraycopy(first, 0, locals, 0, first.length);
        locals[first.length] = Opcodes.LONG;
        System.arraycopy(behindStart, 0, locals, first.length + 1, behindStart.length);
        out.visitFrame(Opcodes.F_NEW, locals.length, locals, stack.length, stack);
    }
}
