package org.latencyprobes.agent.classfile;

import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.Opcodes;

/** The calls in the bytecode of a method that decisions ask for. For one method. The buffer is for the longest text of the file. */
record CodeCalls(Bytecode code, ClassReader file, char[] buffer) {

    /** The last call of a method of this name, as name and descriptor; null if there is none. */
    String lastOf(String name) {
        String last = null;
        for (int at = code.begin(); at < code.end(); at = code.next(at)) {
            int opcode = code.opcode(at);
            boolean isCall = opcode >= Opcodes.INVOKEVIRTUAL && opcode <= Opcodes.INVOKEINTERFACE;
            if (isCall && name.equals(name(at))) {
                last = name + descriptor(at);
            }
        }
        return last;
    }

    /** The descriptor of the constructor that {@code this(…)} calls, or null. It is the first own one called that no {@code new} waits for. */
    String delegate(String owner) {
        int newOwnersPending = 0;
        for (int at = code.begin(); at < code.end(); at = code.next(at)) {
            int opcode = code.opcode(at);
            if (opcode == Opcodes.NEW && owner.equals(file.readClass(at + 1, buffer))) {
                newOwnersPending++;
            } else if (opcode == Opcodes.INVOKESPECIAL && isConstructorOf(owner, at)) {
                if (newOwnersPending == 0) {
                    return descriptor(at);
                }
                newOwnersPending--;
            }
        }
        return null;
    }

    private boolean isConstructorOf(String owner, int at) {
        return MethodOutline.CONSTRUCTOR.equals(name(at)) && owner.equals(file.readClass(member(at), buffer));
    }

    private String name(int at) {
        return file.readUTF8(nameAndType(at), buffer);
    }

    private String descriptor(int at) {
        return file.readUTF8(nameAndType(at) + 2, buffer);
    }

    private int nameAndType(int at) {
        return file.getItem(file.readUnsignedShort(member(at) + 2));
    }

    private int member(int at) {
        return file.getItem(file.readUnsignedShort(at + 1));
    }
}
