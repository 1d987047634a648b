package org.latencyprobes.agent.select;

import static org.latencyprobes.agent.select.FaultException.require;

import java.nio.BufferUnderflowException;
import java.util.HashSet;
import java.util.Set;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Whether a class file is free of the faults that weaving would mend: lengths that do not add up, numbers of constants that there are none
 * of, code that runs off its end. The JVM refuses such a class; it shall do so with the agent, too.
 *
 * <p>Only what is lost when ASM reads and writes a class is looked at. Not thread-safe.
 */
final class ClassFileCheck {

    private static final int MAGIC = 0xCAFEBABE;

    /** Attributes of classes and fields that the JVM reads, and wants once. */
    private static final Set<String> OF_CLASSES = Set.of(
            "BootstrapMethods",
            "ConstantValue",
            "EnclosingMethod",
            "InnerClasses",
            "NestHost",
            "NestMembers",
            "PermittedSubclasses",
            "Record",
            "SourceFile");

    /** Attributes of methods that the JVM reads, and wants once; some are of classes and fields, too. */
    private static final Set<String> OF_METHODS = Set.of(
            "AnnotationDefault",
            "Code",
            "Deprecated",
            "Exceptions",
            "MethodParameters",
            "RuntimeInvisibleAnnotations",
            "RuntimeInvisibleParameterAnnotations",
            "RuntimeVisibleAnnotations",
            "RuntimeVisibleParameterAnnotations",
            "Signature",
            "Synthetic");

    private final CheckedFile file;

    private ClassFileCheck(byte[] classFile) {
        file = new CheckedFile(classFile);
    }

    /** What is wrong with it, or null. */
    static String fault(byte[] classFile) {
        try {
            new ClassFileCheck(classFile).check();
            return null;
        } catch (FaultException e) {
            return e.getMessage();
        } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException e) {
            return "something points beyond its end";
        }
    }

    private void check() {
        require(file.bytes().getInt(0) == MAGIC, "it does not begin as one");
        file.skip(2);
        file.constant(Constants.CLASS);
        file.constantOrNone(Constants.CLASS);
        for (int interfaces = file.unsignedShort(); interfaces > 0; interfaces--) {
            file.constant(Constants.CLASS);
        }
        members(false);
        members(true);
        Set<String> seen = new HashSet<>();
        for (int attributes = file.unsignedShort(); attributes > 0; attributes--) {
            String name = file.attributeName();
            attributeOfClass(name, attributeEnd(name, seen));
        }
        require(!file.bytes().hasRemaining(), "there is more behind its end");
    }

    private void attributeOfClass(String name, int end) {
        switch (name) {
            case "InnerClasses" -> file.table(file.unsignedShort(), this::innerClass, end);
            case "NestMembers", "PermittedSubclasses" -> file.table(file.unsignedShort(), this::type, end);
            case "NestHost" -> type();
            default -> file.position(end);
        }
    }

    private void innerClass() {
        file.constant(Constants.CLASS);
        file.constantOrNone(Constants.CLASS);
        file.constantOrNone(Constants.UTF8);
        file.skip(2);
    }

    private void type() {
        file.constant(Constants.CLASS);
    }

    private void members(boolean methods) {
        for (int members = file.unsignedShort(); members > 0; members--) {
            boolean isStatic = (file.unsignedShort() & Opcodes.ACC_STATIC) != 0;
            file.constant(Constants.UTF8);
            String descriptor = file.constants().text(file.unsignedShort());
            Set<String> seen = new HashSet<>();
            for (int attributes = file.unsignedShort(); attributes > 0; attributes--) {
                String name = file.attributeName();
                int end = attributeEnd(name, seen);
                if (methods) {
                    attributeOfMethod(name, end, isStatic, descriptor);
                } else {
                    file.position(end);
                }
            }
        }
    }

    private void attributeOfMethod(String name, int end, boolean isStatic, String descriptor) {
        switch (name) {
            case "Code" -> {
                new MethodCheck(file, isStatic, descriptor).check(OF_METHODS);
                require(file.position() == end, "attribute Code has another length than it says");
            }
            case "Exceptions" -> file.table(file.unsignedShort(), this::type, end);
            case "MethodParameters" -> file.table(file.bytes().get() & 0xff, this::parameter, end);
            default -> file.position(end);
        }
    }

    private void parameter() {
        file.constantOrNone(Constants.UTF8);
        file.skip(2);
    }

    private int attributeEnd(String name, Set<String> seen) {
        require(seen.add(name) || !OF_CLASSES.contains(name) && !OF_METHODS.contains(name), "an attribute comes twice");
        return file.attributeEnd(name);
    }
}
