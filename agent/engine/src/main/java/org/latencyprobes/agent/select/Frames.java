package org.latencyprobes.agent.select;

import static org.latencyprobes.agent.select.FaultException.require;

import java.nio.ByteBuffer;
import java.util.Arrays;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * The stack map frames of a method: whether they are whole and fit the method's stack and local variables. Their types are not looked
 * at; that they are wrong the verifier says of a woven class, too.
 */
final class Frames {

    private static final int SAME = 64;
    private static final int ONE_ON_STACK = 128;
    private static final int ONE_ON_STACK_EXTENDED = 247;
    private static final int SAME_EXTENDED = 251;
    private static final int FULL = 255;

    private static final int DOUBLE = 3;
    private static final int LONG = 4;
    private static final int OBJECT = 7;
    private static final int UNINITIALISED = 8;

    private static final int NONE = -1;

    private final ByteBuffer file;
    private final Constants constants;
    private final CodeCheck code;
    private final int maxStack;
    private final int maxLocals;
    private final int[] depths;

    /** How many slots each local variable takes that has a type. */
    private final byte[] locals;

    private int localCount;
    private int localSlots;
    private int offset = -1;

    /** None yet; the method begins with its parameters in local variables. */
    Frames(ByteBuffer file, Constants constants, CodeCheck code, int codeLength, int maxStack, int maxLocals) {
        this.file = file;
        this.constants = constants;
        this.code = code;
        this.maxStack = maxStack;
        this.maxLocals = maxLocals;
        this.locals = new byte[maxLocals];
        this.depths = new int[codeLength];
        Arrays.fill(depths, NONE);
    }

    void begin(boolean isStatic, String descriptor) {
        if (!isStatic) {
            local(1);
        }
        for (int at = 1; descriptor.charAt(at) != ')'; at = Slots.next(descriptor, at)) {
            local(Slots.of(descriptor.charAt(at)));
        }
    }

    /** What a frame says of the depth of the stack there, or else what is told. */
    int depthAt(int codeOffset, int otherwise) {
        return depths[codeOffset] == NONE ? otherwise : depths[codeOffset];
    }

    /** Reads them all, up to the end of their attribute. */
    void read(int end) {
        for (int left = unsignedShort(); left > 0; left--) {
            frame(file.get() & 0xff);
        }
        require(file.position() == end, "stack map frames have another length than they say");
    }

    private void frame(int kind) {
        require(kind < ONE_ON_STACK || kind >= ONE_ON_STACK_EXTENDED, "a stack map frame is of no known kind");
        boolean isShort = kind < ONE_ON_STACK;
        offset += 1 + (isShort ? kind % SAME : unsignedShort());
        require(code.isStart(offset), "a stack map frame is of no instruction");
        int depth = 0;
        if (isShort && kind >= SAME || kind == ONE_ON_STACK_EXTENDED) {
            depth = type();
        } else if (kind == FULL) {
            depth = full();
        } else if (kind > SAME_EXTENDED) {
            locals(kind - SAME_EXTENDED);
        } else if (!isShort) {
            chop(SAME_EXTENDED - kind);
        }
        require(depth <= maxStack, "a stack map frame has more on the stack than the method");
        depths[offset] = depth;
    }

    private int full() {
        localCount = 0;
        localSlots = 0;
        locals(unsignedShort());
        int depth = 0;
        for (int left = unsignedShort(); left > 0; left--) {
            depth += type();
        }
        return depth;
    }

    private void locals(int more) {
        for (int left = more; left > 0; left--) {
            local(type());
        }
    }

    private void local(int slots) {
        localSlots += slots;
        require(localSlots <= maxLocals, "the method has more local variables than it says");
        locals[localCount++] = (byte) slots;
    }

    private void chop(int fewer) {
        require(fewer <= localCount, "a stack map frame ends more local variables than there are");
        for (int left = fewer; left > 0; left--) {
            localSlots -= locals[--localCount];
        }
    }

    /** How many slots a value of the type that stands next takes. */
    private int type() {
        int type = file.get() & 0xff;
        require(type <= UNINITIALISED, "a stack map frame has a type that there is none of");
        if (type == OBJECT) {
            constants.requireTag(unsignedShort(), Constants.CLASS);
        } else if (type == UNINITIALISED) {
            require(code.isStartOf(Opcodes.NEW, unsignedShort()), "a stack map frame names no new object");
        }
        return type == DOUBLE || type == LONG ? 2 : 1;
    }

    private int unsignedShort() {
        return file.getShort() & 0xffff;
    }
}
