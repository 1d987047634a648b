package org.latencyprobes.agent.select;

import static org.latencyprobes.agent.select.FaultException.require;

import java.util.HashSet;
import java.util.Set;

/** Whether the code of one method, with its tables, is free of faults. */
final class MethodCheck {

    private final CheckedFile file;
    private final String descriptor;
    private final int maxStack;
    private final int maxLocals;
    private final int begin;
    private final int length;
    private final CodeCheck code;
    private final Frames frames;

    /** Reads attribute {@code Code} up to the tables. */
    MethodCheck(CheckedFile file, boolean isStatic, String descriptor) {
        this.file = file;
        this.descriptor = descriptor;
        maxStack = file.unsignedShort();
        maxLocals = file.unsignedShort();
        length = file.bytes().getInt();
        begin = file.position();
        file.skip(length);
        code = new CodeCheck(file.bytes(), begin, begin + length);
        frames = new Frames(file.bytes(), file.constants(), code, length, maxStack, maxLocals);
        frames.begin(isStatic, descriptor);
    }

    void check(Set<String> ofOthers) {
        for (int handlers = file.unsignedShort(); handlers > 0; handlers--) {
            handler();
        }
        Set<String> seen = new HashSet<>();
        for (int attributes = file.unsignedShort(); attributes > 0; attributes--) {
            String name = file.attributeName();
            int end = file.attributeEnd(name);
            require(!ofOthers.contains(name), "an attribute is not one of code"); // ASM would move it
            switch (name) {
                case "StackMapTable" -> {
                    require(seen.add(name), "an attribute comes twice");
                    frames.read(end);
                }
                case "LineNumberTable" -> file.table(file.unsignedShort(), this::lineNumber, end);
                case "LocalVariableTable" -> file.table(file.unsignedShort(), this::localVariable, end);
                case "LocalVariableTypeTable" -> file.table(file.unsignedShort(), this::typeOfLocalVariable, end);
                default -> file.position(end);
            }
        }
        code.forEach(new OperandCheck(file.bytes(), file.constants(), maxLocals, Slots.returnType(descriptor)));
        code.forEach(new StackDepth(file.bytes(), file.constants(), frames, begin, maxStack));
    }

    private void handler() {
        int from = file.unsignedShort();
        int to = file.unsignedShort();
        int handler = file.unsignedShort();
        boolean isWhole =
                from < to && code.isStart(from) && (to == length || code.isStart(to)) && code.isStart(handler);
        require(isWhole, "an exception handler is of no instructions");
        file.constantOrNone(Constants.CLASS);
    }

    private void lineNumber() {
        require(file.unsignedShort() < length, "a line number is of no instruction");
        file.skip(2);
    }

    private void localVariable() {
        String type = local();
        require(file.unsignedShort() + Slots.of(type.charAt(0)) <= maxLocals, "a named local variable does not exist");
    }

    private void typeOfLocalVariable() {
        local();
        require(file.unsignedShort() < maxLocals, "a named local variable does not exist");
    }

    /** Where it is known, its name and its type, which is returned. */
    private String local() {
        int from = file.unsignedShort();
        require(from < length && from + file.unsignedShort() <= length, "a local variable is of no instructions");
        file.constant(Constants.UTF8);
        return file.constants().text(file.unsignedShort());
    }
}
