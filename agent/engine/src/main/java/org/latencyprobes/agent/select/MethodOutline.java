package org.latencyprobes.agent.select;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;

/** What the decision needs to know of a method. Not thread-safe. */
final class MethodOutline extends MethodVisitor {

    private static final String CONSTRUCTOR = "<init>";

    private final String owner;
    private final int access;
    private final String name;
    private final String descriptor;
    private final List<RawAnnotation> annotations = new ArrayList<>();
    private int newOwnersPending;
    private String delegate;
    private String bridged;
    private boolean hasCode;
    private int maxLocals;
    private boolean initialised;
    private ParameterSlots parameters;
    private boolean reusesParameters;

    MethodOutline(String owner, int access, String name, String descriptor) {
        super(OpenedClassReader.ASM_API);
        this.owner = owner;
        this.access = access;
        this.name = name;
        this.descriptor = descriptor;
    }

    @Override
    public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
        if (!visible) {
            return null;
        }
        RawAnnotation raw = new RawAnnotation(annotation);
        annotations.add(raw);
        return raw;
    }

    @Override
    public void visitCode() {
        hasCode = true;
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        if (opcode == Opcodes.NEW && type.equals(owner)) {
            newOwnersPending++;
        }
    }

    @Override
    public void visitMethodInsn(int opcode, String type, String called, String calledDescriptor, boolean isInterface) {
        if (isBridge() && called.equals(name)) {
            bridged = called + calledDescriptor;
        }
        findDelegate(opcode, type, called, calledDescriptor);
    }

    /** Finds the {@code this(…)} of a constructor: its first call of an own constructor that no {@code new} waits for. */
    private void findDelegate(int opcode, String type, String called, String calledDescriptor) {
        if (!isConstructor() || initialised || opcode != Opcodes.INVOKESPECIAL || !called.equals(CONSTRUCTOR)) {
            return;
        }
        if (!type.equals(owner)) {
            return; // a super(…) or the construction of another object: neither can precede a this(…) in our count
        }
        if (newOwnersPending > 0) {
            newOwnersPending--;
            return;
        }
        initialised = true;
        delegate = calledDescriptor;
    }

    @Override
    public void visitVarInsn(int opcode, int slot) {
        if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
            if (parameters == null) {
                parameters = new ParameterSlots(isStatic(), descriptor);
            }
            reusesParameters |= parameters.isReusedBy(opcode, slot);
        }
    }

    @Override
    public void visitMaxs(int stack, int locals) {
        maxLocals = locals;
    }

    List<RawAnnotation> annotations() {
        return annotations;
    }

    boolean isConstructor() {
        return name.equals(CONSTRUCTOR);
    }

    boolean isClassInitialiser() {
        return name.equals("<clinit>");
    }

    boolean isPublic() {
        return (access & Opcodes.ACC_PUBLIC) != 0;
    }

    boolean isAbstract() {
        return (access & Opcodes.ACC_ABSTRACT) != 0;
    }

    boolean isStatic() {
        return (access & Opcodes.ACC_STATIC) != 0;
    }

    /** Whether a call waits for a monitor before its first instruction. */
    boolean isSynchronized() {
        return (access & Opcodes.ACC_SYNCHRONIZED) != 0;
    }

    boolean isNative() {
        return (access & Opcodes.ACC_NATIVE) != 0;
    }

    /** Whether there is bytecode; every class that the JVM takes has it for all but native and abstract methods. */
    boolean hasCode() {
        return hasCode;
    }

    /** Whether a subclass or an implementing class can have this method anew. */
    boolean isOverridable() {
        return (access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL)) == 0 && !isConstructor();
    }

    /** Made by a compiler. */
    boolean isSynthetic() {
        return (access & Opcodes.ACC_SYNTHETIC) != 0;
    }

    /**
     * A compiler's bridge to the real method carries a copy of its annotations; so does the hidden method into which Kotlin puts the body
     * of a suspending function that can be overridden.
     */
    boolean isBridge() {
        boolean isHiddenBody = isSynthetic() && name.endsWith("$suspendImpl");
        return (access & Opcodes.ACC_BRIDGE) != 0 || isHiddenBody;
    }

    /** Name and descriptor of the method that a bridge leads to, or null. */
    String bridged() {
        return bridged;
    }

    /** Whether a parameter's variable may be used for a value of another type. */
    boolean reusesParameters() {
        return reusesParameters;
    }

    /** Slots for local variables; 0 for a method without bytecode. */
    int maxLocals() {
        return maxLocals;
    }

    /** Descriptor of the constructor that this one hands over to by {@code this(…)}, or null. */
    String delegate() {
        return delegate;
    }

    String name() {
        return name;
    }

    String descriptor() {
        return descriptor;
    }

    /** Name and descriptor, which tell it from all others of its class. */
    String key() {
        return name + descriptor;
    }

    /** Name and simple names of the parameters' types, for people. */
    String display() {
        StringBuilder text = new StringBuilder(isConstructor() ? "new" : name).append('(');
        String separator = "";
        for (Type type : Type.getArgumentTypes(descriptor)) {
            String typeName = type.getClassName();
            text.append(separator).append(typeName, typeName.lastIndexOf('.') + 1, typeName.length());
            separator = ",";
        }
        return text.append(')').toString();
    }
}
