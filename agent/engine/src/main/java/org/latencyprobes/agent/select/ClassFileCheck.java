package org.latencyprobes.agent.select;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * Whether a class file is free of the faults that weaving would mend: lengths that do not add up, numbers of constants that there are none
 * of, code that runs off its end. The JVM refuses such a class; it shall do so with the agent, too.
 *
 * <p>Only what is lost when ASM reads and writes a class is looked at. Not thread-safe.
 */
final class ClassFileCheck {

    private static final int MAGIC = 0xCAFEBABE;
    private static final int FIRST_CONSTANT = 10;
    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int CLASS = 7;
    private static final int BYTES_OF_HANDLER = 8;

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

    private final ByteBuffer file;
    private final int[] constants;

    private ClassFileCheck(byte[] classFile) {
        file = ByteBuffer.wrap(classFile);
        constants = new int[file.getShort(FIRST_CONSTANT - 2) & 0xffff];
        file.position(FIRST_CONSTANT);
        for (int i = 1; i < constants.length; i++) {
            constants[i] = file.position();
            int tag = file.get(file.position());
            int bytes = tag == UTF8 ? 3 + (file.getShort(file.position() + 1) & 0xffff) : ClassFile.CONSTANT_BYTES[tag];
            require(bytes > 0, "constant " + i + " is of no known kind");
            skip(bytes);
            i += tag == LONG || tag == DOUBLE ? 1 : 0; // which takes two numbers
        }
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
        require(file.getInt(0) == MAGIC, "it does not begin as one");
        skip(2);
        constant(CLASS, false);
        constant(CLASS, true);
        for (int interfaces = unsignedShort(); interfaces > 0; interfaces--) {
            constant(CLASS, false);
        }
        members(false);
        members(true);
        Set<String> seen = new HashSet<>();
        for (int attributes = unsignedShort(); attributes > 0; attributes--) {
            String name = attributeName();
            int end = attributeEnd(name, seen);
            if (name.equals("InnerClasses")) {
                table(8, end);
            }
            file.position(end);
        }
        require(!file.hasRemaining(), "there is more behind its end");
    }

    private void members(boolean methods) {
        for (int members = unsignedShort(); members > 0; members--) {
            skip(2);
            constant(UTF8, false);
            constant(UTF8, false);
            Set<String> seen = new HashSet<>();
            for (int attributes = unsignedShort(); attributes > 0; attributes--) {
                String name = attributeName();
                int end = attributeEnd(name, seen);
                if (methods && name.equals("Code")) {
                    code(end);
                } else if (methods && name.equals("Exceptions")) {
                    exceptions(end);
                }
                file.position(end);
            }
        }
    }

    private void exceptions(int end) {
        for (int types = unsignedShort(); types > 0; types--) {
            constant(CLASS, false);
        }
        require(file.position() == end, "attribute Exceptions has another length than it says");
    }

    private void code(int end) {
        skip(4);
        int length = file.getInt();
        int begin = file.position();
        skip(length);
        require(CodeCheck.isWhole(file, begin, begin + length), "code is cut or runs off its end");
        skip(BYTES_OF_HANDLER * unsignedShort());
        for (int attributes = unsignedShort(); attributes > 0; attributes--) {
            String name = attributeName();
            int attributeEnd = attributeEnd();
            require(!OF_METHODS.contains(name), "attribute " + name + " is not one of code"); // ASM would move it
            if (name.equals("LineNumberTable")) {
                table(4, attributeEnd);
            } else if (name.equals("LocalVariableTable") || name.equals("LocalVariableTypeTable")) {
                table(10, attributeEnd);
            }
            file.position(attributeEnd);
        }
        require(file.position() == end, "attribute Code has another length than it says");
    }

    /** A number of rows of so many bytes, that end where the attribute does. */
    private void table(int bytesOfRow, int end) {
        skip(bytesOfRow * unsignedShort());
        require(file.position() == end, "a table has another length than it says");
    }

    private String attributeName() {
        int number = constant(UTF8, false);
        byte[] text = new byte[file.getShort(constants[number] + 1) & 0xffff];
        file.get(constants[number] + 3, text);
        return new String(text, StandardCharsets.UTF_8);
    }

    private int attributeEnd(String name, Set<String> seen) {
        require(seen.add(name) || !OF_CLASSES.contains(name) && !OF_METHODS.contains(name), name + " comes twice");
        int end = attributeEnd();
        require(!name.equals("Signature") || end - file.position() == 2, "attribute Signature has not two bytes");
        return end;
    }

    private int attributeEnd() {
        int length = file.getInt();
        require(length >= 0 && length <= file.remaining(), "an attribute is longer than the file");
        return file.position() + length;
    }

    /** Reads the number of a constant of that kind, or 0 where there may be none. */
    private int constant(int tag, boolean mayMiss) {
        int number = unsignedShort();
        boolean misses = number == 0 || number >= constants.length || constants[number] == 0;
        require(
                mayMiss && number == 0 || !misses && file.get(constants[number]) == tag,
                "there is no constant " + number);
        return number;
    }

    private int unsignedShort() {
        return file.getShort() & 0xffff;
    }

    private void skip(int bytes) {
        file.position(file.position() + bytes);
    }

    private static void require(boolean fulfilled, String fault) {
        if (!fulfilled) {
            throw new FaultException(fault);
        }
    }

    /** Says what is wrong. */
    private static final class FaultException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        FaultException(String fault) {
            super(fault, null, false, false);
        }
    }
}
