package org.latencyprobes.agent.classfile;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * The outline of a method, as far as a decision on it needs it. What is asked about its code throws a {@link RuntimeException} where that is
 * no bytecode. Not thread-safe.
 */
public final class MethodOutline extends MethodVisitor {

    static final String CONSTRUCTOR = "<init>";

    private static final List<String> GENERATED =
            List.of("Lgroovy/transform/Generated;", "Lgroovy/transform/Internal;");

    private final int access;
    private final String name;
    private final String descriptor;
    private final String key;
    private final List<RawAnnotation> annotations = new ArrayList<>();
    private Bytecode code;

    MethodOutline(int access, String name, String descriptor) {
        super(OpenedClassReader.ASM_API);
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

    /**
     * Whether a compiler made it that says so by an annotation, as Groovy's does of {@code getMetaClass}.
     *
     * @return true if so
     */
    public boolean isGenerated() {
        for (RawAnnotation annotation : annotations) {
            if (GENERATED.contains(annotation.descriptor())) {
                return true;
            }
        }
        return false;
    }

    void code(Bytecode found) {
        code = found;
    }

    /** Null where there is none. */
    Bytecode code() {
        return code;
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
        return code != null;
    }

    /**
     * Whether it can override a method of a parent.
     *
     * @return false if private, static or a constructor
     */
    public boolean canOverride() {
        return (access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC)) == 0 && !isConstructor();
    }

    /**
     * Whether a subclass or an implementing class can override it.
     *
     * @return false if private, static, final or a constructor
     */
    public boolean isOverridable() {
        return canOverride() && (access & Opcodes.ACC_FINAL) == 0;
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
     * Whether a parameter's variable may be used for a value of another type.
     *
     * @return true if the code stores one
     */
    public boolean reusesParameters() {
        return code != null && ParameterSlots.areReused(isStatic(), descriptor, code);
    }

    /**
     * How many bytes the code has.
     *
     * @return the number; −1 where there is no code
     */
    public int bytes() {
        return code == null ? -1 : code.bytes();
    }

    /**
     * How many bytes the code will have once it is woven.
     *
     * @return the number; −1 where there is no code
     */
    public int wovenBytes() {
        return code == null ? -1 : WovenSize.of(this, code);
    }

    /**
     * Whether it does next to nothing.
     *
     * @return true for an accessor and the like
     */
    public boolean isTrivial() {
        return code != null && !isSynchronized() && TrivialAccessor.is(code);
    }

    /**
     * The slots for local variables.
     *
     * @return the number; 0 for a method without bytecode
     */
    public int maxLocals() {
        return code == null ? 0 : code.maxLocals();
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
