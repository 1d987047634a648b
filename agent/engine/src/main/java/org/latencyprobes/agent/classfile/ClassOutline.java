package org.latencyprobes.agent.classfile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * The outline of a class, read from its bytes, as far as decisions on its methods need it. Code is read when it is asked for: where it is
 * no bytecode, what asks for it throws a {@link RuntimeException}. Not thread-safe.
 */
public final class ClassOutline extends ClassVisitor {

    private static final int VERSION_AT = 6;
    private static final int MEMBER_HEADER_BYTES = 6;
    static final int ATTRIBUTE_HEADER_BYTES = 6;

    private final List<MethodOutline> methods = new ArrayList<>();
    private final List<RawAnnotation> annotations = new ArrayList<>();
    private final ClassReader reader;
    private final char[] buffer;
    private final String internalName;
    private final String className;

    private ClassOutline(ClassReader reader) {
        super(OpenedClassReader.ASM_API);
        this.reader = reader;
        this.buffer = new char[reader.getMaxStringLength()];
        internalName = reader.getClassName();
        className = internalName.replace('/', '.');
    }

    /**
     * Reads a class file, and finds where its code is. Throws a {@link RuntimeException} on one that cannot be read.
     *
     * @param classFile the bytes
     * @return its outline
     */
    public static ClassOutline of(byte[] classFile) {
        ClassReader reader = OpenedClassReader.of(classFile);
        ClassOutline outline = new ClassOutline(reader);
        reader.accept(outline, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        outline.findCode();
        return outline;
    }

    private void findCode() {
        int interfacesAt = reader.header + 6;
        int at = interfacesAt + 2 + 2 * reader.readUnsignedShort(interfacesAt);
        int fields = reader.readUnsignedShort(at);
        at += 2;
        for (int i = 0; i < fields; i++) {
            at = findCode(at + MEMBER_HEADER_BYTES, null);
        }
        at += 2;
        for (MethodOutline method : methods) {
            at = findCode(at + MEMBER_HEADER_BYTES, method);
        }
    }

    /** Notes the code among a member's attributes and returns the place behind them; the method is null for a field. */
    private int findCode(int countAt, MethodOutline method) {
        int at = countAt + 2;
        for (int left = reader.readUnsignedShort(countAt); left > 0; left--) {
            if (method != null && "Code".equals(reader.readUTF8(at, buffer))) {
                method.code(new Bytecode(reader, at));
            }
            at += ATTRIBUTE_HEADER_BYTES + reader.readInt(at + 2);
        }
        return at;
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
        MethodOutline method = new MethodOutline(access, name, descriptor);
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
        return PrintedName.of(internalName);
    }

    /**
     * The superclass and the interfaces.
     *
     * @return internal names
     */
    public List<String> parents() {
        List<String> parents = new ArrayList<>(List.of(reader.getInterfaces()));
        if (reader.getSuperName() != null) {
            parents.add(0, reader.getSuperName());
        }
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
        return (reader.getAccess() & Opcodes.ACC_ANNOTATION) != 0;
    }

    /**
     * Whether a framework or a compiler made the class, and nobody wrote it.
     *
     * @return true if flagged so, or by its name
     */
    public boolean isGenerated() {
        return (reader.getAccess() & Opcodes.ACC_SYNTHETIC) != 0 || GeneratedClass.isName(className);
    }

    /**
     * Whether it is an enum.
     *
     * @return true if flagged so
     */
    public boolean isEnum() {
        return (reader.getAccess() & Opcodes.ACC_ENUM) != 0;
    }

    /**
     * Whether the class may have stack map frames, which versions that know {@code invokedynamic} must have.
     *
     * @return true from version 50 on
     */
    public boolean knowsFrames() {
        return version() >= Opcodes.V1_6;
    }

    /**
     * Whether the class may hold an {@code invokedynamic} instruction.
     *
     * @return true from version 51 on
     */
    public boolean knowsInvokeDynamic() {
        return version() >= Opcodes.V1_7;
    }

    /**
     * The method that a bridge leads to.
     *
     * @param method one of this class
     * @return its name and descriptor; null if the method is no bridge, or leads nowhere
     */
    public String bridged(MethodOutline method) {
        return method.isBridge() && method.hasCode() ? calls(method).lastOf(method.name()) : null;
    }

    /**
     * The constructor of this class that another one calls by {@code this(…)}.
     *
     * @param method one of this class
     * @return its descriptor; null if the method is no constructor, or calls none
     */
    public String delegate(MethodOutline method) {
        return method.isConstructor() && method.hasCode() ? calls(method).delegate(internalName) : null;
    }

    private CodeCalls calls(MethodOutline method) {
        return new CodeCalls(method.code(), reader, buffer);
    }

    /**
     * How many bytes the code of each method has.
     *
     * @return by {@linkplain MethodOutline#key key}, without methods that have no code
     */
    public Map<String, Integer> codeBytes() {
        Map<String, Integer> bytes = new HashMap<>();
        for (MethodOutline method : methods) {
            if (method.hasCode()) {
                bytes.put(method.key(), method.bytes());
            }
        }
        return bytes;
    }

    /**
     * The version of the class file.
     *
     * @return the major one
     */
    public int version() {
        return reader.readUnsignedShort(VERSION_AT);
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
