package org.latencyprobes.agent.weave.code;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * The stack maps of a method that stores nothing else in its parameters' variables, each with all parameters: the weavers put the start
 * time behind them.
 *
 * <p>A class file may leave some out: for code that nothing reaches, as ASM writes it, or because the compiler saw that nobody reads them
 * any more. At every place that is reached the variables hold the parameters all the same, so a stack map may say so. Where one says
 * something else of such a variable, the method has to work on copies of its parameters instead. For one method.
 */
final class FullFrames {

    private final Object[] parameters;
    /** By slot; null for the second one of a long or double. */
    private final Object[] bySlot;

    private final boolean isConstructor;
    /** What the last stack map tells, as it is in the class file. */
    private Object[] locals;

    private boolean isFull = true;
    private boolean contradict;

    FullFrames(String owner, boolean isStatic, String name, String descriptor) {
        List<Object> all = new ArrayList<>();
        List<Object> slots = new ArrayList<>();
        if (!isStatic) {
            all.add(owner);
            slots.add(owner);
        }
        for (Type type : Type.getArgumentTypes(descriptor)) {
            Object verified = verified(type);
            all.add(verified);
            slots.add(verified);
            if (type.getSize() == 2) {
                slots.add(null);
            }
        }
        parameters = all.toArray();
        bySlot = slots.toArray();
        isConstructor = name.equals("<init>");
        locals = parameters.clone();
        if (isConstructor) {
            locals[0] = Opcodes.UNINITIALIZED_THIS;
        }
    }

    /** A type as stack maps name it. */
    static Object verified(Type type) {
        return switch (type.getSort()) {
            case Type.BOOLEAN, Type.BYTE, Type.CHAR, Type.SHORT, Type.INT -> Opcodes.INTEGER;
            case Type.LONG -> Opcodes.LONG;
            case Type.FLOAT -> Opcodes.FLOAT;
            case Type.DOUBLE -> Opcodes.DOUBLE;
            default -> type.getInternalName(); // for an array that is its descriptor
        };
    }

    /** The parameters' types, {@code this} included. */
    Object[] parameters() {
        return parameters;
    }

    int slots() {
        return bySlot.length;
    }

    /** Takes the next stack map. Returns all variables, or null where the difference to the one before tells the parameters too. */
    Object[] next(int type, int count, Object[] told) {
        boolean wasFull = isFull;
        switch (type) {
            case Opcodes.F_FULL -> locals = Arrays.copyOf(told, count);
            case Opcodes.F_CHOP -> locals = Arrays.copyOf(locals, Math.max(0, locals.length - count));
            case Opcodes.F_APPEND -> {
                int before = locals.length;
                locals = Arrays.copyOf(locals, before + count);
                System.arraycopy(told, 0, locals, before, count);
            }
            default -> {} // as before
        }
        isFull = hasParameters();
        if (isFull) {
            return wasFull && type != Opcodes.F_FULL ? null : locals;
        }
        return completed();
    }

    /** Whether a stack map said of a parameter's variable that it holds something else. */
    boolean contradict() {
        return contradict;
    }

    private boolean hasParameters() {
        if (locals.length < parameters.length) {
            return false;
        }
        for (int i = 0; i < parameters.length; i++) {
            if (!parameters[i].equals(locals[i]) && !isNotYetThis(i, locals[i])) {
                return false;
            }
        }
        return true;
    }

    private boolean isNotYetThis(int slot, Object local) {
        return slot == 0 && isConstructor && local == Opcodes.UNINITIALIZED_THIS;
    }

    private Object[] completed() {
        List<Object> all = new ArrayList<>(Arrays.asList(parameters));
        int slot = 0;
        for (Object local : locals) {
            if (slot >= bySlot.length) {
                all.add(local);
            } else if (local != Opcodes.TOP && !local.equals(bySlot[slot]) && !isNotYetThis(slot, local)) {
                contradict = true;
            }
            if (local == Opcodes.UNINITIALIZED_THIS) { // its own variable has nothing else before super(…) was called
                all.set(0, local);
            }
            slot += local == Opcodes.LONG || local == Opcodes.DOUBLE ? 2 : 1;
        }
        return all.toArray();
    }

    /** A visitor before another one, which sees full stack maps. */
    MethodVisitor before(MethodVisitor next) {
        return new MethodVisitor(OpenedClassReader.ASM_API, next) {
            @Override
            public void visitFrame(int type, int localCount, Object[] told, int stackCount, Object[] stack) {
                Object[] all = type == Opcodes.F_NEW ? null : next(type, localCount, told);
                if (all == null) {
                    super.visitFrame(type, localCount, told, stackCount, stack);
                } else {
                    super.visitFrame(Opcodes.F_FULL, all.length, all, stackCount, stack);
                }
            }
        };
    }

    /** Those of a class's methods that have to work on copies, by name and descriptor. */
    static Set<String> contradicting(ClassReader reader, Set<String> methods) {
        Set<String> contradicting = new HashSet<>();
        reader.accept(
                new ClassVisitor(OpenedClassReader.ASM_API) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        String method = name + descriptor;
                        if (!methods.contains(method)) {
                            return null;
                        }
                        boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
                        FullFrames frames = new FullFrames(reader.getClassName(), isStatic, name, descriptor);
                        return new MethodVisitor(OpenedClassReader.ASM_API, frames.before(null)) {
                            @Override
                            public void visitEnd() {
                                if (frames.contradict()) {
                                    contradicting.add(method);
                                }
                            }
                        };
                    }
                },
                ClassReader.SKIP_DEBUG);
        return contradicting;
    }
}
