package org.latencyprobes.agent.select;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.utility.OpenedClassReader;

/** What the decision needs to know of a class, read from its bytes. Not thread-safe. */
final class Outline extends ClassVisitor {

    private final List<MethodOutline> methods = new ArrayList<>();
    private final List<RawAnnotation> annotations = new ArrayList<>();
    private final List<String> parents = new ArrayList<>();
    private final byte[] classFile;
    private Map<String, Bytecode> bytecode;
    private String internalName;
    private int access;
    private int version;

    private Outline(byte[] classFile) {
        super(OpenedClassReader.ASM_API);
        this.classFile = classFile;
    }

    /** Reads a class file; throws whatever ASM throws on one that it cannot read. */
    static Outline of(byte[] classFile) {
        Outline outline = new Outline(classFile);
        ClassReader reader = OpenedClassReader.of(classFile);
        reader.accept(outline, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return outline;
    }

    @Override
    public void visit(
            int version, int access, String name, String signature, String superName, String[] interfaceNames) {
        this.version = version & 0xffff;
        this.access = access;
        this.internalName = name;
        if (superName != null) {
            parents.add(superName);
        }
        if (interfaceNames != null) {
            parents.addAll(List.of(interfaceNames));
        }
    }

    @Override
    public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
        if (!visible) {
            return null;
        }
        RawAnnotation annotation = new RawAnnotation(descriptor);
        annotations.add(annotation);
        return annotation;
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

    String internalName() {
        return internalName;
    }

    /** As people write it: without package and, for a nested class, with a dot. */
    String simpleName() {
        return internalName.substring(internalName.lastIndexOf('/') + 1).replace('$', '.');
    }

    /** Internal names of superclass and interfaces. */
    List<String> parents() {
        return parents;
    }

    /** Annotations of the class itself. */
    List<RawAnnotation> annotations() {
        return annotations;
    }

    boolean isAnnotationType() {
        return (access & Opcodes.ACC_ANNOTATION) != 0;
    }

    boolean isEnum() {
        return (access & Opcodes.ACC_ENUM) != 0;
    }

    /** Whether the class may have stack map frames, which versions that know {@code invokedynamic} must have. */
    boolean knowsFrames() {
        return version >= Opcodes.V1_6;
    }

    /** Whether the class may hold an {@code invokedynamic} instruction. */
    boolean knowsInvokeDynamic() {
        return version >= Opcodes.V1_7;
    }

    /** Whether a method does next to nothing. */
    boolean isTrivial(MethodOutline method) {
        Bytecode code = bytecode(method);
        return code != null && !method.isSynchronized() && code.isTrivial();
    }

    /** How many bytes the code of a method has; -1 where it has none. */
    int bytes(MethodOutline method) {
        Bytecode code = bytecode(method);
        return code == null ? -1 : code.bytes();
    }

    /** How many bytes it will have once it is woven; -1 where it has no code. */
    int wovenBytes(MethodOutline method) {
        Bytecode code = bytecode(method);
        return code == null ? -1 : WovenSize.of(method, code);
    }

    private Bytecode bytecode(MethodOutline method) {
        if (bytecode == null) {
            bytecode = CodeSizes.bytecode(classFile);
        }
        return bytecode.get(method.key());
    }

    int version() {
        return version;
    }

    List<MethodOutline> methods() {
        return methods;
    }
}
