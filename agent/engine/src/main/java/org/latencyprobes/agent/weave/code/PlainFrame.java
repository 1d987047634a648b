package org.latencyprobes.agent.weave.code;

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
    private final FullFrames frames;
    private final Object[] parameters;
    private final Type[] types;
    private final Type result;
    private final int start;
    private final int firstFree;

    PlainFrame(MethodVisitor out, FullFrames frames, String descriptor, MethodProbe probe) {
        this.out = out;
        this.frames = frames;
        this.probe = probe;
        parameters = frames.parameters();
        types = Type.getArgumentTypes(descriptor);
        start = frames.slots();
        firstFree = start + 2;
        result = Type.getReturnType(descriptor);
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
            if (parameters.length > types.length) {
                copy(Opcodes.ALOAD, slot++); // this
            }
            for (Type type : types) {
                copy(type.getOpcode(Opcodes.ILOAD), slot);
                slot += type.getSize();
            }
            full(parameters, parameters, NOTHING);
        }
        out.visitInsn(Opcodes.NOP);
    }

    private void copy(int load, int slot) {
        out.visitVarInsn(load, slot);
        out.visitVarInsn(load + Opcodes.ISTORE - Opcodes.ILOAD, slot + firstFree);
    }

    /** A stack map of the body. Returns whether it is of the usual form and says nothing of the parameters that they are not. */
    boolean body(int type, int localCount, Object[] locals, int stackCount, Object[] stack) {
        if (type == Opcodes.F_NEW) { // of an attribute that the JVM ignores: StackMap
            return false;
        }
        if (probe.reusesParameters()) {
            if (type == Opcodes.F_FULL) {
                full(parameters, Arrays.copyOf(locals, localCount), Arrays.copyOf(stack, stackCount));
            } else {
                out.visitFrame(type, localCount, locals, stackCount, stack);
            }
            return true;
        }
        Object[] all = frames.next(type, localCount, locals);
        if (all == null) {
            out.visitFrame(type, localCount, locals, stackCount, stack);
        } else {
            full(
                    Arrays.copyOf(all, parameters.length),
                    Arrays.copyOfRange(all, parameters.length, all.length),
                    Arrays.copyOf(stack, stackCount));
        }
        return !frames.contradict();
    }

    /** Behind the body, where the result is on the stack. */
    void atEnd() {
        full(parameters, NOTHING, isResultless() ? NOTHING : new Object[] {FullFrames.verified(result)});
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
            frame(Opcodes.F_APPEND, FullFrames.verified(result), THROWABLE);
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
