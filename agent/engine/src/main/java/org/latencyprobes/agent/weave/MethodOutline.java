package org.latencyprobes.agent.weave;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.utility.OpenedClassReader;

/** What the decision needs to know of a method. Not thread-safe. */
final class MethodOutline extends MethodVisitor {

    private static final String CONSTRUCTOR = "<init>";

    private final String owner;
    private final int access;
    private final String name;
    private final String descriptor;
    private final List<String> tags = new ArrayList<>();
    private boolean annotated;
    private String probeName = "";
    private int newOwnersPending;
    private String delegate;
    private int maxLocals;
    private boolean initialised;

    MethodOutline(String owner, int access, String name, String descriptor) {
        super(OpenedClassReader.ASM_API);
        this.owner = owner;
        this.access = access;
        this.name = name;
        this.descriptor = descriptor;
    }

    @Override
    public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
        if (!annotation.equals(Prefilter.DESCRIPTOR)) {
            return null;
        }
        annotated = true;
        return new Values();
    }

    /** Reads {@code value} and {@code tags}. */
    private final class Values extends AnnotationVisitor {

        Values() {
            super(OpenedClassReader.ASM_API);
        }

        @Override
        public void visit(String key, Object value) {
            if ("value".equals(key)) {
                probeName = String.valueOf(value);
            }
        }

        @Override
        public AnnotationVisitor visitArray(String key) {
            return new AnnotationVisitor(OpenedClassReader.ASM_API) {
                @Override
                public void visit(String index, Object value) {
                    tags.add(String.valueOf(value));
                }
            };
        }
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        if (opcode == Opcodes.NEW && type.equals(owner)) {
            newOwnersPending++;
        }
    }

    /** Finds the {@code this(…)} of a constructor: its first call of an own constructor that no {@code new} waits for. */
    @Override
    public void visitMethodInsn(int opcode, String type, String called, String calledDescriptor, boolean isInterface) {
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
    public void visitMaxs(int stack, int locals) {
        maxLocals = locals;
    }

    boolean isAnnotated() {
        return annotated;
    }

    boolean isConstructor() {
        return name.equals(CONSTRUCTOR);
    }

    boolean isAbstract() {
        return (access & Opcodes.ACC_ABSTRACT) != 0;
    }

    boolean isNative() {
        return (access & Opcodes.ACC_NATIVE) != 0;
    }

    /** A compiler's bridge to the real method carries a copy of its annotations. */
    boolean isBridge() {
        return (access & Opcodes.ACC_BRIDGE) != 0;
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

    /** The name in the annotation; empty where none is given. */
    String probeName() {
        return probeName;
    }

    String[] tags() {
        return tags.toArray(new String[0]);
    }
}
