package org.latencyprobes.agent.weave.code;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * A visitor of woven code that tells debuggers that a method has its parameters, and {@code this}, from its first instruction to its last.
 *
 * <p>Both weavers leave their ranges as they were in the method's own code, which begins behind the enter. But the first line begins with the
 * enter, so that is where a debugger stands. Where the method works on copies of its parameters, those have the ranges of before.
 */
final class ParameterVariables extends MethodVisitor {

    private final int parameterSlots;
    private final int firstCopy;
    private final Label start = new Label();
    private final Label end = new Label();
    private final List<Variable> variables = new ArrayList<>();

    private record Variable(String name, String descriptor, String signature, Label from, Label to, int slot) {}

    /**
     * Follows one method.
     *
     * @param next gets the woven code
     * @param parameterSlots how many slots the parameters take
     * @param firstCopy the slot of the first parameter's copy, or 0 where there are none
     */
    ParameterVariables(MethodVisitor next, int parameterSlots, int firstCopy) {
        super(OpenedClassReader.ASM_API, next);
        this.parameterSlots = parameterSlots;
        this.firstCopy = firstCopy;
    }

    @Override
    public void visitCode() {
        mv.visitCode();
        mv.visitLabel(start);
    }

    @Override
    public void visitLocalVariable(String name, String descriptor, String signature, Label from, Label to, int slot) {
        variables.add(new Variable(name, descriptor, signature, from, to, slot));
    }

    @Override
    public void visitMaxs(int stack, int locals) {
        mv.visitLabel(end);
        int first = Integer.MAX_VALUE;
        for (Variable variable : variables) {
            first = Math.min(first, variable.from.getOffset());
        }
        for (Variable variable : variables) {
            int slot = variable.slot < parameterSlots ? variable.slot : variable.slot - firstCopy;
            boolean isParameter = slot >= 0 && slot < parameterSlots && variable.from.getOffset() == first;
            if (isParameter) {
                write(variable, start, end, slot);
            }
            if (!isParameter || slot != variable.slot) {
                write(variable, variable.from, variable.to, variable.slot);
            }
        }
        mv.visitMaxs(stack, locals);
    }

    private void write(Variable variable, Label from, Label to, int slot) {
        mv.visitLocalVariable(variable.name, variable.descriptor, variable.signature, from, to, slot);
    }
}
