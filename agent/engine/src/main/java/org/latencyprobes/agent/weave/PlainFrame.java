package org.latencyprobes.agent.weave;

import java.util.Arrays;
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
 *
 * <p>A stack map tells the difference from the one before, as in the class file: ASM takes long to write all variables of each.
 */
final class PlainFrame {

    private static final String THROWABLE = "java/lang/Throwable";
    private static final Object[] NOTHING = {};

    private final MethodVisitor out;
    private final MethodProbe probe;
    private final Object[] parameters;
    private final int[] loads;
    private final Type result;
    private final int start;
    private final int firstFree;
    /** How many locals the last stack map of the body has, as the method itself counts them. */
    private int bodyLocals;

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
        bodyLocals = parameters.length;
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
        frame(Opcodes.F_APPEND, Opcodes.LONG);
        if (probe.reusesParameters()) {
            int slot = 0;
            for (int load : loads) {
                out.visitVarInsn(load, slot);
                out.visitVarInsn(load + Opcodes.ISTORE - Opcodes.ILOAD, slot + firstFree);
                slot += load == Opcodes.LLOAD || load == Opcodes.DLOAD ? 2 : 1;
            }
            full(parameters, parameters, NOTHING);
        }
        out.visitInsn(Opcodes.NOP);
    }

    /** A stack map of the body. Returns whether it is of the usual form and has in it what the parameters are known to be. */
    boolean body(int type, int localCount, Object[] locals, int stackCount, Object[] stack) {
        if (type == Opcodes.F_NEW) { // of an attribute that the JVM ignores: StackMap
            return false;
        }
        int first = probe.reusesParameters() ? 0 : parameters.length;
        if (type == Opcodes.F_FULL) {
            bodyLocals = localCount;
            if (!hasParameters(localCount, locals, first)) {
                return false;
            }
            full(
                    first == 0 ? parameters : Arrays.copyOf(locals, first),
                    Arrays.copyOfRange(locals, first, localCount),
                    Arrays.copyOf(stack, stackCount));
            return true;
        }
        bodyLocals += type == Opcodes.F_CHOP ? -localCount : localCount;
        out.visitFrame(type, localCount, locals, stackCount, stack);
        return bodyLocals >= first;
    }

    private boolean hasParameters(int localCount, Object[] locals, int first) {
        if (localCount < first) {
            return false;
        }
        for (int i = 0; i < first; i++) {
            boolean isNotYetThis = i == 0 && isConstructor() && locals[0] == Opcodes.UNINITIALIZED_THIS;
            if (!isNotYetThis && !parameters[i].equals(locals[i])) {
                return false;
            }
        }
        return true;
    }

    /** Behind the body, where the result is on the stack. */
    void atEnd() {
        full(parameters, NOTHING, isResultless() ? NOTHING : new Object[] {verified(result)});
    }

    /** Where what was thrown is on the stack. */
    void atHandler() {
        out.visitFrame(Opcodes.F_SAME1, 0, NOTHING, 1, new Object[] {THROWABLE});
    }

    /** Where the result and what was thrown come to be in their variables. */
    void atExit() {
        if (isResultless()) {
            frame(Opcodes.F_APPEND, THROWABLE);
        } else {
            frame(Opcodes.F_APPEND, verified(result), THROWABLE);
        }
    }

    /** Where all is as at the stack map before. */
    void same() {
        frame(Opcodes.F_SAME);
    }

    boolean isResultless() {
        return result.getSort() == Type.VOID;
    }

    private void frame(int type, Object... locals) {
        out.visitFrame(type, locals.length, locals, 0, NOTHING);
    }

    private void full(Object[] first, Object[] behindStart, Object[] stack) {
        Object[] locals = new Object[first.length + 1 + behindStart.length];
        System.arraycopy(first, 0, locals, 0, first.length);
        locals[first.length] = Opcodes.LONG;
        System.arraycopy(behindStart, 0, locals, first.length + 1, behindStart.length);
        out.visitFrame(Opcodes.F_FULL, locals.length, locals, stack.length, stack);
    }
}
