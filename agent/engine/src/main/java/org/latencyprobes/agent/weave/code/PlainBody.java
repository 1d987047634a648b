package org.latencyprobes.agent.weave.code;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.Attribute;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.TypePath;
import net.bytebuddy.utility.OpenedClassReader;
import org.latencyprobes.agent.select.MethodProbe;

/**
 * The body of a method that {@link PlainWeaver} weaves: enter, the method's own code with jumps for returns, exit. For one method.
 *
 * <p>A jump needs the stack to hold the result and nothing else, so the height of the stack is followed. Where it can't be known, or the
 * code is one that this does not expect, the weaver is told that it is unfit.
 */
final class PlainBody extends MethodVisitor {

    private static final int EXIT_STACK = 3;

    private final PlainFrame frame;
    private final Handle bootstrap;
    private final Object[] constants;
    private final PlainWeaver weaver;
    private final Label start = new Label();
    private final Label begin = new Label();
    private final Label end = new Label();
    private final Label behind = new Label();
    private boolean isInCode;
    private boolean hasLine;
    private boolean isBehindJump;
    private int height;

    PlainBody(PlainFrame frame, Handle bootstrap, PlainWeaver weaver) {
        super(OpenedClassReader.ASM_API, frame.out());
        this.frame = frame;
        this.bootstrap = bootstrap;
        this.constants = constants(frame.probe());
        this.weaver = weaver;
    }

    private static Object[] constants(MethodProbe probe) {
        List<Object> constants = new ArrayList<>(probe.tags());
        constants.add(0, probe.name());
        return constants.toArray();
    }

    private void call(String name, String descriptor) {
        mv.visitInvokeDynamicInsn(name, descriptor, bootstrap, constants);
    }

    @Override
    public void visitCode() {
        mv.visitCode();
        isInCode = true;
        mv.visitLabel(start);
        call(frame.probe().outermost() ? ProbeAdvice.OUTERMOST_ENTER : ProbeAdvice.ENTER, "()J");
        mv.visitVarInsn(Opcodes.LSTORE, frame.start());
        frame.begin();
        mv.visitLabel(begin);
    }

    @Override
    public void visitMaxs(int stack, int locals) {
        mv.visitLabel(end);
        frame.atEnd();
        if (frame.isConstructor()) {
            mv.visitVarInsn(Opcodes.LLOAD, frame.start());
            exit("(J)V");
            mv.visitInsn(Opcodes.RETURN);
        } else {
            endOfMethod();
        }
        mv.visitLabel(behind);
        mv.visitMaxs(Math.max(stack, EXIT_STACK), frame.locals(locals));
    }

    /** How many bytes the woven code has; to be asked once it is. */
    int bytes() {
        return behind.getOffset();
    }

    private void endOfMethod() {
        Label handler = new Label();
        Label exit = new Label();
        Label returned = new Label();
        boolean hasResult = !frame.isResultless();
        int store = hasResult ? frame.result().getOpcode(Opcodes.ISTORE) : 0;
        mv.visitTryCatchBlock(begin, end, handler, "java/lang/Throwable");
        if (hasResult) {
            mv.visitVarInsn(store, frame.resultSlot());
        }
        mv.visitInsn(Opcodes.ACONST_NULL);
        mv.visitVarInsn(Opcodes.ASTORE, frame.thrownSlot());
        mv.visitJumpInsn(Opcodes.GOTO, exit);
        mv.visitLabel(handler);
        frame.atHandler();
        mv.visitVarInsn(Opcodes.ASTORE, frame.thrownSlot());
        if (hasResult) {
            mv.visitInsn(zero(store));
            mv.visitVarInsn(store, frame.resultSlot());
        }
        mv.visitLabel(exit);
        frame.atExit();
        mv.visitVarInsn(Opcodes.LLOAD, frame.start());
        mv.visitVarInsn(Opcodes.ALOAD, frame.thrownSlot());
        exit("(JLjava/lang/Throwable;)V");
        mv.visitVarInsn(Opcodes.ALOAD, frame.thrownSlot());
        mv.visitJumpInsn(Opcodes.IFNULL, returned);
        mv.visitVarInsn(Opcodes.ALOAD, frame.thrownSlot());
        mv.visitInsn(Opcodes.ATHROW);
        mv.visitLabel(returned);
        frame.same();
        if (hasResult) {
            mv.visitVarInsn(store + Opcodes.ILOAD - Opcodes.ISTORE, frame.resultSlot());
        }
        mv.visitInsn(frame.result().getOpcode(Opcodes.IRETURN));
    }

    private void exit(String descriptor) {
        call(frame.probe().outermost() ? ProbeAdvice.OUTERMOST_EXIT : ProbeAdvice.EXIT, descriptor);
        mv.visitInsn(Opcodes.NOP);
        frame.same();
    }

    private static int zero(int store) {
        return switch (store) {
            case Opcodes.ISTORE -> Opcodes.ICONST_0;
            case Opcodes.LSTORE -> Opcodes.LCONST_0;
            case Opcodes.FSTORE -> Opcodes.FCONST_0;
            case Opcodes.DSTORE -> Opcodes.DCONST_0;
            default -> Opcodes.ACONST_NULL;
        };
    }

    /** Each instruction of the body comes here; behind a jump only a stack map tells how high the stack is. */
    private void changed(int slots) {
        if (isBehindJump) {
            weaver.unfit();
        }
        height += slots;
    }

    private void jumped() {
        isBehindJump = true;
    }

    @Override
    public void visitFrame(int type, int localCount, Object[] locals, int stackCount, Object[] stack) {
        height = StackEffect.height(stackCount, stack);
        isBehindJump = false;
        if (!frame.body(type, localCount, locals, stackCount, stack)) {
            weaver.unfit();
        }
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
            if (height != frame.result().getSize()) {
                weaver.unfit();
            }
            changed(0);
            jumped();
            mv.visitJumpInsn(Opcodes.GOTO, end);
            return;
        }
        changed(StackEffect.of(opcode));
        if (opcode == Opcodes.ATHROW) {
            jumped();
        }
        mv.visitInsn(opcode);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        changed(StackEffect.of(opcode));
        if (opcode == Opcodes.JSR) {
            weaver.unfit();
        }
        if (opcode == Opcodes.GOTO) {
            jumped();
        }
        mv.visitJumpInsn(opcode, label);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label other, Label... labels) {
        changed(-1);
        jumped();
        mv.visitTableSwitchInsn(min, max, other, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
        changed(-1);
        jumped();
        mv.visitLookupSwitchInsn(other, keys, labels);
    }

    @Override
    public void visitVarInsn(int opcode, int slot) {
        changed(StackEffect.of(opcode));
        if (opcode == Opcodes.RET) {
            weaver.unfit();
        }
        mv.visitVarInsn(opcode, frame.moved(slot));
    }

    @Override
    public void visitIincInsn(int slot, int increment) {
        changed(0);
        mv.visitIincInsn(frame.moved(slot), increment);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        changed(StackEffect.of(opcode));
        mv.visitIntInsn(opcode, operand);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        changed(StackEffect.of(opcode));
        mv.visitTypeInsn(opcode, type);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        changed(StackEffect.ofField(opcode, descriptor));
        mv.visitFieldInsn(opcode, owner, name, descriptor);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        changed(StackEffect.ofCall(opcode != Opcodes.INVOKESTATIC, descriptor));
        mv.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle handle, Object... constants) {
        changed(StackEffect.ofCall(false, descriptor));
        mv.visitInvokeDynamicInsn(name, descriptor, handle, constants);
    }

    @Override
    public void visitLdcInsn(Object constant) {
        changed(StackEffect.ofConstant(constant));
        mv.visitLdcInsn(constant);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        changed(1 - dimensions);
        mv.visitMultiANewArrayInsn(descriptor, dimensions);
    }

    /** The enter has the line of the first instruction. */
    @Override
    public void visitLineNumber(int line, Label at) {
        mv.visitLineNumber(line, hasLine ? at : start);
        hasLine = true;
    }

    @Override
    public void visitLocalVariable(String name, String descriptor, String signature, Label from, Label to, int slot) {
        boolean isThis = slot == 0 && name.equals("this"); // whose first place always has it
        mv.visitLocalVariable(name, descriptor, signature, from, to, isThis ? 0 : frame.moved(slot));
    }

    @Override
    public AnnotationVisitor visitLocalVariableAnnotation(
            int reference, TypePath path, Label[] from, Label[] to, int[] slots, String descriptor, boolean visible) {
        int[] moved = new int[slots.length];
        for (int i = 0; i < slots.length; i++) {
            moved[i] = frame.moved(slots[i]);
        }
        return mv.visitLocalVariableAnnotation(reference, path, from, to, moved, descriptor, visible);
    }

    /** Leaves out what {@link CodeAttributes} takes out. */
    @Override
    public void visitAttribute(Attribute attribute) {
        if (!isInCode) {
            mv.visitAttribute(attribute);
        }
    }
}
