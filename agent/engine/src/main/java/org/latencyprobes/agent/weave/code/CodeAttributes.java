package org.latencyprobes.agent.weave.code;

import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.jar.asm.Attribute;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * A filter that takes attributes unknown to ASM out of a method's code.
 *
 * <p>ASM would write them as attributes of the method itself, where one of that name may be, or may mean something else: the JVM then refuses
 * a class that it accepts as it was. Nothing that the JVM reads is lost. Thread-safe.
 */
final class CodeAttributes implements AsmVisitorWrapper.ForDeclaredMethods.MethodVisitorWrapper {

    @Override
    public MethodVisitor wrap(
            TypeDescription type,
            MethodDescription method,
            MethodVisitor visitor,
            Implementation.Context context,
            TypePool pool,
            int writerFlags,
            int readerFlags) {
        return new MethodVisitor(OpenedClassReader.ASM_API, visitor) {
            private boolean isInCode;

            @Override
            public void visitCode() {
                isInCode = true;
                super.visitCode();
            }

            @Override
            public void visitAttribute(Attribute attribute) {
                if (!isInCode) {
                    super.visitAttribute(attribute);
                }
            }
        };
    }
}
