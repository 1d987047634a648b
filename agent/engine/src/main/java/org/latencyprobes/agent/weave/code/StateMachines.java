package org.latencyprobes.agent.weave.code;

import java.util.HashMap;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * The state machines of Kotlin's suspending functions. A function that suspends in its middle is entered again at each resume, with a
 * continuation of a class of its own, in whose {@code label} the sign bit is set. The function begins with {@code if (continuation
 * instanceof ThatClass && (continuation.label & MIN_VALUE) != 0)}. The names are read there, whatever an obfuscator made of them. Functions
 * that only call another one at their end have none. For one thread.
 */
final class StateMachines extends ClassVisitor {

    private final Map<String, String> found = new HashMap<>();

    private StateMachines() {
        super(OpenedClassReader.ASM_API);
    }

    /** Class and field as {@code package.Class.label}, by the function's name and descriptor. */
    static Map<String, String> in(byte[] classFile) {
        StateMachines machines = new StateMachines();
        OpenedClassReader.of(classFile).accept(machines, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return machines.found;
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        int slots = Type.getArgumentsAndReturnSizes(descriptor) >> 2;
        int continuation = slots - ((access & Opcodes.ACC_STATIC) != 0 ? 2 : 1); // it counts one for this
        return new Beginning(name + descriptor, continuation);
    }

    private final class Beginning extends MethodVisitor {

        private final String function;
        private final int continuation;
        private boolean isContinuationLoaded;
        private String machine;

        Beginning(String function, int continuation) {
            super(OpenedClassReader.ASM_API);
            this.function = function;
            this.continuation = continuation;
        }

        @Override
        public void visitVarInsn(int opcode, int slot) {
            isContinuationLoaded = opcode == Opcodes.ALOAD && slot == continuation;
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            if (opcode == Opcodes.INSTANCEOF && isContinuationLoaded && machine == null) {
                machine = type;
            }
            isContinuationLoaded = false;
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
            if (opcode == Opcodes.GETFIELD && owner.equals(machine) && descriptor.equals("I")) {
                found.putIfAbsent(function, owner.replace('/', '.') + '.' + field);
            }
        }
    }
}
