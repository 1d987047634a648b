package org.latencyprobes.agent.classfile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.utility.OpenedClassReader;

/** The outline of a class, read from its bytes, as far as decisions on its methods need it. Not thread-safe. */
public final class ClassOutline extends ClassVisitor {

    private final List<MethodOutline> methods = new ArrayList<>();
    private final List<RawAnnotation> annotations = new ArrayList<>();
    private final List<String> parents = new ArrayList<>();
    private final byte[] classFile;
    private final ClassReader reader;
    private Map<String, Bytecode> bytecode;
    private String internalName;
    private String className;
    private int access;
    private int version;

    private ClassOutline(byte[] classFile, ClassReader reader) {
        super(OpenedClassReader.ASM_API);
        this.classFile = classFile;
        this.reader = reader;
    }

    /**
     * Reads a class file. Throws whatever ASM throws on one that it cannot read.
     *
     * @param classFile the bytes
     * @return its outline
     */
    public static ClassOutline of(byte[] classFile) {
        ClassReader reader = OpenedClassReader.of(classFile);
        ClassOutline outline = new ClassOutline(classFile, reader);
        reader.accept(outline, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return outline;
    }

    /**
     * The reader of the class file. To make one anew takes a good part of the time that a class takes to be woven.
     *
     * @return always the same; for one thread
     */
    public ClassReader reader() {
        return reader;
    }

    @Override
    public void visit(
            int version, int access, String name, String signature, String superName, String[] interfaceNames) {
        this.version = version & 0xffff;
        this.access = access;
        this.internalName = name;
        this.className = name.replace('/', '.');
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

    /**
     * The class.
     *
     * @return its binary name
     */
    public String className() {
        return className;
    }

    /**
     * The class.
     *
     * @return its internal name, with slashes
     */
    public String internalName() {
        return internalName;
    }

    /**
     * The name as people write it.
     *
     * @return without package and, for a nested class, with a dot
     */
    public String simpleName() {
        return internalName.substring(internalName.lastIndexOf('/') + 1).replace('$', '.');
    }

    /**
     * The superclass and the interfaces.
     *
     * @return internal names
     */
    public List<String> parents() {
        return parents;
    }

    /**
     * The annotations of the class itself that are kept at run time.
     *
     * @return in the order of the class file
     */
    public List<RawAnnotation> annotations() {
        return annotations;
    }

    /**
     * Whether it is an annotation type.
     *
     * @return true if flagged so
     */
    public boolean isAnnotationType() {
        return (access & Opcodes.ACC_ANNOTATION) != 0;
    }

    /**
     * Whether it is an enum.
     *
     * @return true if flagged so
     */
    public boolean isEnum() {
        return (access & Opcodes.ACC_ENUM) != 0;
    }

    /**
     * Whether the class may have stack map frames, which versions that know {@code invokedynamic} must have.
     *
     * @return true from version 50 on
     */
    public boolean knowsFrames() {
        return version >= Opcodes.V1_6;
    }

    /**
     * Whether the class may hold an {@code invokedynamic} instruction.
     *
     * @return true from version 51 on
     */
    public boolean knowsInvokeDynamic() {
        return version >= Opcodes.V1_7;
    }

    /**
     * Whether a method does next to nothing.
     *
     * @param method one of this class
     * @return true for an accessor and the like
     */
    public boolean isTrivial(MethodOutline method) {
        Bytecode code = bytecode(method);
        return code != null && !method.isSynchronized() && TrivialAccessor.is(code);
    }

    /**
     * How many bytes the code of a method has.
     *
     * @param method one of this class
     * @return the number; −1 where it has no code
     */
    public int bytes(MethodOutline method) {
        Bytecode code = bytecode(method);
        return code == null ? -1 : code.bytes();
    }

    /**
     * How many bytes the code of a method will have once it is woven.
     *
     * @param method one of this class
     * @return the number; −1 where it has no code
     */
    public int wovenBytes(MethodOutline method) {
        Bytecode code = bytecode(method);
        return code == null ? -1 : WovenSize.of(method, code);
    }

    private Bytecode bytecode(MethodOutline method) {
        if (bytecode == null) {
            bytecode = CodeSizes.bytecode(classFile, reader);
        }
        return bytecode.get(method.key());
    }

    /**
     * The version of the class file.
     *
     * @return the major one
     */
    public int version() {
        return version;
    }

    /**
     * The methods.
     *
     * @return in the order of the class file
     */
    public List<MethodOutline> methods() {
        return methods;
    }
}
