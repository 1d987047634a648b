package org.latencyprobes.agent.classfile;

import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * The number of bytes of bytecode that a method will have once it is woven, told beforehand. Weaving adds code before and behind the body and
 * a jump for each return. The method's own instructions grow, too, because its local variables move up. Not thread-safe.
 */
final class WovenSize {

    private static final int INVOKEDYNAMIC_BYTES = 5;
    private static final int JUMP_BYTES = 3;
    private static final int CAST_BYTES = 3;
    private static final int LAST_SHORT_SLOT = 3;
    private static final int LAST_NARROW_SLOT = 255;

    private final MethodOutline method;
    private final Bytecode code;
    private final MethodKind kind;
    private final boolean publisher;
    private final boolean reusesParameters;
    private final int parameterSlots;
    private final int resultSlots;
    private final int start;
    private final int firstFree;
    private int gained;

    private WovenSize(MethodOutline method, Bytecode code) {
        this.method = method;
        this.code = code;
        kind = MethodKind.of(method.name(), method.descriptor());
        reusesParameters = method.reusesParameters();
        publisher = AsyncTypes.isPublisher(method.descriptor());
        parameterSlots = ParameterSlots.count(method.isStatic(), method.descriptor());
        resultSlots = Type.getReturnType(method.descriptor()).getSize();
        start = parameterSlots + (publisher ? 1 : 0);
        firstFree = start + (kind == MethodKind.SUSPEND ? 1 : 2);
    }

    static int of(MethodOutline method, Bytecode code) {
        WovenSize woven = new WovenSize(method, code);
        woven.enter();
        for (int at = code.begin(); at < code.end(); at = code.next(at)) {
            woven.body(code.opcode(at), at);
        }
        woven.exit();
        return code.bytes() + woven.gained;
    }

    private void enter() {
        gained += INVOKEDYNAMIC_BYTES + access(start) + 1;
        if (publisher) {
            gained += 1 + access(parameterSlots);
        }
        if (kind == MethodKind.SUSPEND) {
            gained += access(parameterSlots - 1) + replacing(start, parameterSlots - 1) + 2;
        }
        if (reusesParameters) { // it works on copies
            int slot = method.isStatic() ? 0 : copy(0, 1);
            for (Type parameter : Type.getArgumentTypes(method.descriptor())) {
                slot = copy(slot, parameter.getSize());
            }
        }
    }

    private int copy(int slot, int slots) {
        gained += access(slot) + access(slot + firstFree);
        return slot + slots;
    }

    /** The probe may give another value in place of one; that takes the variable of the first, unless it is null. */
    private static int replacing(int given, int replaced) {
        return 2 * access(given) + JUMP_BYTES + CAST_BYTES + access(replaced);
    }

    private void body(int opcode, int at) {
        if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
            gained += JUMP_BYTES - 1;
        } else if (opcode == Opcodes.TABLESWITCH || opcode == Opcodes.LOOKUPSWITCH) {
            gained += padding(code.offset(at) + gained) - padding(code.offset(at));
        } else {
            int slot = code.slot(opcode, at);
            gained += slot < 0 ? 0 : bytes(opcode, moved(slot)) - bytes(opcode, slot);
        }
    }

    private int moved(int slot) {
        return reusesParameters ? slot + firstFree : slot < parameterSlots ? slot : slot + firstFree - parameterSlots;
    }

    /** The offset in a method at which the operands of a switch begin is a multiple of four. */
    private static int padding(int offset) {
        return 3 - offset % 4;
    }

    private void exit() {
        int result = firstFree;
        int thrown = result + resultSlots;
        gained += access(start) + INVOKEDYNAMIC_BYTES + 1 + 1;
        if (kind == MethodKind.CONSTRUCTOR) {
            return;
        }
        gained += 1 + 5 * access(thrown) + 2 * JUMP_BYTES + 1;
        gained += resultSlots == 0 ? 0 : 1 + 3 * access(result);
        gained += kind == MethodKind.METHOD ? 0 : access(result);
        gained += publisher ? access(parameterSlots) + replacing(parameterSlots, result) + 1 : 0;
    }

    private static int bytes(int opcode, int slot) {
        return opcode == Opcodes.IINC ? slot <= LAST_NARROW_SLOT ? 3 : 6 : access(slot);
    }

    private static int access(int slot) {
        return slot <= LAST_SHORT_SLOT ? 1 : slot <= LAST_NARROW_SLOT ? 2 : 4;
    }
}
