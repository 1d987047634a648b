package org.latencyprobes.agent.select;

import static org.latencyprobes.agent.select.FaultException.require;

import java.nio.ByteBuffer;
import net.bytebuddy.jar.asm.Opcodes;

/** Whether what instructions name is there: constants of the right kind, local variables, the method's own type of result. */
final class OperandCheck implements CodeCheck.Instructions {

    private static final int LDC_W = 19;
    private static final int LDC2_W = 20;
    private static final int ILOAD_0 = 26;
    private static final int ALOAD_3 = 45;
    private static final int ISTORE_0 = 59;
    private static final int ASTORE_3 = 78;

    /** The letter of what a return instruction returns, from {@code ireturn} on, and which types of a method it fits. */
    private static final String[] RESULTS = {"ZBCSI", "J", "F", "D", "L[", "V"};

    private final ByteBuffer file;
    private final Constants constants;
    private final int maxLocals;
    private final char result;

    OperandCheck(ByteBuffer file, Constants constants, int maxLocals, char result) {
        this.file = file;
        this.constants = constants;
        this.maxLocals = maxLocals;
        this.result = result;
    }

    @Override
    public void instruction(int opcode, int at) {
        switch (opcode) {
            case Opcodes.LDC -> loaded(file.get(at + 1) & 0xff, false);
            case LDC_W -> loaded(unsignedShort(at + 1), false);
            case LDC2_W -> loaded(unsignedShort(at + 1), true);
            case Opcodes.ILOAD,
                    Opcodes.FLOAD,
                    Opcodes.ALOAD,
                    Opcodes.ISTORE,
                    Opcodes.FSTORE,
                    Opcodes.ASTORE,
                    Opcodes.RET,
                    Opcodes.IINC -> local(file.get(at + 1) & 0xff, 1);
            case Opcodes.LLOAD, Opcodes.DLOAD, Opcodes.LSTORE, Opcodes.DSTORE -> local(file.get(at + 1) & 0xff, 2);
            case CodeCheck.WIDE -> wide(file.get(at + 1) & 0xff, unsignedShort(at + 2));
            case Opcodes.GETSTATIC, Opcodes.PUTSTATIC, Opcodes.GETFIELD, Opcodes.PUTFIELD ->
                constants.requireTag(unsignedShort(at + 1), Constants.FIELD);
            case Opcodes.INVOKEVIRTUAL -> constants.requireTag(unsignedShort(at + 1), Constants.METHOD);
            case Opcodes.INVOKESPECIAL, Opcodes.INVOKESTATIC -> method(unsignedShort(at + 1));
            case Opcodes.INVOKEINTERFACE -> interfaceMethod(unsignedShort(at + 1), file.get(at + 3));
            case Opcodes.INVOKEDYNAMIC -> constants.requireTag(unsignedShort(at + 1), Constants.INVOKE_DYNAMIC);
            case Opcodes.NEW, Opcodes.ANEWARRAY, Opcodes.CHECKCAST, Opcodes.INSTANCEOF, Opcodes.MULTIANEWARRAY ->
                constants.requireTag(unsignedShort(at + 1), Constants.CLASS);
            case Opcodes.NEWARRAY ->
                require(
                        file.get(at + 1) >= Opcodes.T_BOOLEAN && file.get(at + 1) <= Opcodes.T_LONG,
                        "an array is of no known type");
            default -> implicit(opcode);
        }
    }

    private void implicit(int opcode) {
        if (opcode >= ILOAD_0 && opcode <= ALOAD_3) {
            firstLocal(opcode - ILOAD_0);
        } else if (opcode >= ISTORE_0 && opcode <= ASTORE_3) {
            firstLocal(opcode - ISTORE_0);
        } else if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
            require(RESULTS[opcode - Opcodes.IRETURN].indexOf(result) >= 0, "code returns what the method does not");
        }
    }

    /** Of the first four slots, for each of the five types. */
    private void firstLocal(int number) {
        int type = number / 4;
        local(number % 4, type == 1 || type == 3 ? 2 : 1);
    }

    private void wide(int opcode, int slot) {
        boolean isAny = opcode >= Opcodes.ILOAD && opcode <= Opcodes.ALOAD
                || opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE
                || opcode == Opcodes.RET
                || opcode == Opcodes.IINC;
        require(isAny, "an instruction is widened that can't be");
        boolean isTwo = opcode == Opcodes.LLOAD
                || opcode == Opcodes.DLOAD
                || opcode == Opcodes.LSTORE
                || opcode == Opcodes.DSTORE;
        local(slot, isTwo ? 2 : 1);
    }

    private void local(int slot, int slots) {
        require(slot + slots <= maxLocals, "code uses a local variable that there is none of");
    }

    private void loaded(int constant, boolean isTwo) {
        boolean fits = switch (constants.tag(constant)) {
            case Constants.LONG, Constants.DOUBLE -> isTwo;
            case Constants.INTEGER,
                    Constants.FLOAT,
                    Constants.STRING,
                    Constants.CLASS,
                    Constants.METHOD_HANDLE,
                    Constants.METHOD_TYPE -> !isTwo;
            case Constants.DYNAMIC -> Slots.of(constants.descriptor(constant).charAt(0)) == (isTwo ? 2 : 1);
            default -> false;
        };
        if (!fits) {
            throw FaultException.of("there is no constant " + constant);
        }
    }

    private void method(int constant) {
        int tag = constants.tag(constant);
        if (tag != Constants.METHOD && tag != Constants.INTERFACE_METHOD) {
            throw FaultException.of("there is no constant " + constant);
        }
    }

    private void interfaceMethod(int constant, int slots) {
        constants.requireTag(constant, Constants.INTERFACE_METHOD);
        require(
                (slots & 0xff) == 1 + Slots.ofParameters(constants.descriptor(constant)),
                "a call counts its parameters otherwise than its method");
    }

    private int unsignedShort(int at) {
        return file.getShort(at) & 0xffff;
    }
}
