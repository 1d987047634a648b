package org.latencyprobes.agent.weave.code;

import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.RecordComponentVisitor;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * A filter that takes code and generic signatures out of a class file, to describe the class by the rest. A method of an inner class may
 * return a type variable of the outer class, and Byte Buddy would then look for that class, which nobody may load here. Weaving needs names
 * and descriptors only.
 */
final class SignatureEraser extends ClassVisitor {

    private SignatureEraser(ClassVisitor next) {
        super(OpenedClassReader.ASM_API, next);
    }

    static byte[] of(byte[] classFile) {
        ClassWriter writer = new ClassWriter(0);
        OpenedClassReader.of(classFile).accept(new SignatureEraser(writer), ClassReader.SKIP_CODE);
        return writer.toByteArray();
    }

    @Override
    public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
        super.visit(version, access, name, null, superName, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        return super.visitMethod(access, name, descriptor, null, exceptions);
    }

    @Override
    public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
        return super.visitField(access, name, descriptor, null, value);
    }

    @Override
    public RecordComponentVisitor visitRecordComponent(String name, String descriptor, String signature) {
        return super.visitRecordComponent(name, descriptor, null);
    }
}
