package org.latencyprobes.agent.weave;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.utility.OpenedClassReader;

/** What the decision needs to know of a class, read from its bytes. Not thread-safe. */
final class Outline extends ClassVisitor {

    private final List<MethodOutline> methods = new ArrayList<>();
    private String internalName;
    private int version;

    private Outline() {
        super(OpenedClassReader.ASM_API);
    }

    /** Reads a class file; throws whatever ASM throws on one that it cannot read. */
    static Outline of(byte[] classFile) {
        Outline outline = new Outline();
        OpenedClassReader.of(classFile).accept(outline, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return outline;
    }

    @Override
    public void visit(
            int version, int access, String name, String signature, String superName, String[] interfaceNames) {
        this.version = version & 0xffff;
        this.internalName = name;
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodOutline method = new MethodOutline(internalName, access, name, descriptor);
        methods.add(method);
        return method;
    }

    String className() {
        return internalName.replace('/', '.');
    }

    /** As people write it: without package and, for a nested class, with a dot. */
    String simpleName() {
        return internalName.substring(internalName.lastIndexOf('/') + 1).replace('$', '.');
    }

    /** Whether the class may hold an {@code invokedynamic} instruction. */
    boolean knowsInvokeDynamic() {
        return version >= Opcodes.V1_7;
    }

    int version() {
        return version;
    }

    List<MethodOutline> methods() {
        return methods;
    }
}
