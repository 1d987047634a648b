package org.latencyprobes.agent.weave.code;

import java.io.IOException;
import java.lang.reflect.Method;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.latencyprobes.agent.select.ClassDecision;
import org.latencyprobes.agent.weave.ProbeTransformer;

/**
 * The choice between two weavers that weave the same. A class is woven by {@link PlainWeaver} where that can, which needs some thirty classes
 * of ASM. Otherwise {@link AdviceWeaver} weaves all of it, which needs some seven hundred of Byte Buddy, from the first such class on.
 * Thread-safe.
 */
public final class Weaver implements ClassWeaver {

    private final Method bootstrap;
    private final Handle handle;
    private volatile AdviceWeaver advices;

    /** Weaves call sites that are linked by this method. */
    public Weaver(Method bootstrap) {
        this.bootstrap = bootstrap;
        handle = new Handle(
                Opcodes.H_INVOKESTATIC,
                Type.getInternalName(bootstrap.getDeclaringClass()),
                bootstrap.getName(),
                Type.getMethodDescriptor(bootstrap),
                false);
    }

    @Override
    public WovenClass weave(byte[] classFile, ClassDecision decision) {
        WovenClass plain = PlainWeaver.wovenOrNull(decision, handle);
        return plain == null ? advices().weave(classFile, decision) : plain;
    }

    /** Threads that race here make one each, for the reason that {@link ProbeTransformer} tells. */
    private AdviceWeaver advices() {
        AdviceWeaver present = advices;
        if (present == null) {
            present = new AdviceWeaver(bootstrap);
            try {
                WarmUp.with(present);
            } catch (IOException | ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
            advices = present;
        }
        return present;
    }
}
