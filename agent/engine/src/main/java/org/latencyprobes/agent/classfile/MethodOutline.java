package org.latencyprobes.agent.classfile;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;

/** The outline of a method, as far as a decision on it needs it. Not thread-safe. */
public final class MethodOutline extends MethodVisitor {

    static final String CONSTRUCTOR = "<init>";

    private final String owner;
    private final int access;
    private final String name;
    private final String descriptor;
    private final String key;
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
        this.key = name + descriptor;
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
            return; // a super(…), or the construction of another object
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

    /**
     * The annotations that are kept at run time.
     *
     * @return in the order of the class file
     */
    public List<RawAnnotation> annotations() {
        return annotations;
    }

    /**
     * Whether it is a constructor.
     *
     * @return true for {@code <init>}
     */
    public boolean isConstructor() {
        return name.equals(CONSTRUCTOR);
    }

    /**
     * Whether it is the static initialiser.
     *
     * @return true for {@code <clinit>}
     */
    public boolean isClassInitialiser() {
        return name.equals("<clinit>");
    }

    /**
     * Whether it is public.
     *
     * @return true if flagged so
     */
    public boolean isPublic() {
        return (access & Opcodes.ACC_PUBLIC) != 0;
    }

    /**
     * Whether it is abstract.
     *
     * @return true if flagged so
     */
    public boolean isAbstract() {
        return (access & Opcodes.ACC_ABSTRACT) != 0;
    }

    boolean isStatic() {
        return (access & Opcodes.ACC_STATIC) != 0;
    }

    /**
     * Whether a call waits for a monitor before its first instruction.
     *
     * @return true if flagged so
     */
    public boolean isSynchronized() {
        return (access & Opcodes.ACC_SYNCHRONIZED) != 0;
    }

    /**
     * Whether it is native.
     *
     * @return true if flagged so
     */
    public boolean isNative() {
        return (access & Opcodes.ACC_NATIVE) != 0;
    }

    /**
     * Whether there is bytecode. Every class that the JVM takes has it for all but native and abstract methods.
     *
     * @return true if there is
     */
    public boolean hasCode() {
        return hasCode;
    }

    /**
     * Whether a subclass or an implementing class can override it.
     *
     * @return false if private, static, final or a constructor
     */
    public boolean isOverridable() {
        return (access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL)) == 0 && !isConstructor();
    }

    /**
     * Whether a compiler made it.
     *
     * @return true if flagged so
     */
    public boolean isSynthetic() {
        return (access & Opcodes.ACC_SYNTHETIC) != 0;
    }

    /**
     * Whether it is a copy that a compiler made beside the real method, with the same annotations: a bridge, or the hidden method into
     * which Kotlin puts the body of a suspending function that can be overridden.
     *
     * @return true if so
     */
    public boolean isBridge() {
        boolean isHiddenBody = isSynthetic() && name.endsWith("$suspendImpl");
        return (access & Opcodes.ACC_BRIDGE) != 0 || isHiddenBody;
    }

    /**
     * The method that a bridge leads to.
     *
     * @return its name and descriptor, or null
     */
    public String bridged() {
        return bridged;
    }

    /**
     * Whether a parameter's variable may be used for a value of another type.
     *
     * @return true if the code stores one
     */
    public boolean reusesParameters() {
        return reusesParameters;
    }

    /**
     * The slots for local variables.
     *
     * @return the number; 0 for a method without bytecode
     */
    public int maxLocals() {
        return maxLocals;
    }

    /**
     * The constructor that this one calls by {@code this(…)}.
     *
     * @return its descriptor, or null
     */
    public String delegate() {
        return delegate;
    }

    /**
     * The name.
     *
     * @return {@code <init>} for a constructor
     */
    public String name() {
        return name;
    }

    /**
     * The descriptor.
     *
     * @return with parameters and result
     */
    public String descriptor() {
        return descriptor;
    }

    /**
     * The name and descriptor, which tell it from all others of its class.
     *
     * @return both in one
     */
    public String key() {
        return key;
    }

    /**
     * The name and the simple names of the parameters' types, for people.
     *
     * @return {@code find(String,int)}; {@code new(…)} for a constructor
     */
    public String display() {
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
