package org.latencyprobes.agent.weave;

import net.bytebuddy.asm.Advice;

/**
 * The shape of what is woven in: Byte Buddy turns a call of each of these methods into an {@code invokedynamic} of the same name and
 * type. The bodies never run.
 */
final class ProbeAdvice {

    static final String ENTER = "enter";

    private ProbeAdvice() {}

    /** For methods: the exit also sees what was thrown. */
    static final class OfMethod {

        private OfMethod() {}

        @Advice.OnMethodEnter(inline = false)
        static long enter() {
            return 0;
        }

        @Advice.OnMethodExit(inline = false, onThrowable = Throwable.class, backupArguments = false)
        static void exit(@Advice.Enter long startNanos, @Advice.Thrown Throwable thrown) {}
    }

    /** For constructors: before {@code super(…)} no exception can be caught, so only normal returns are seen. */
    static final class OfConstructor {

        private OfConstructor() {}

        @Advice.OnMethodEnter(inline = false)
        static long enter() {
            return 0;
        }

        @Advice.OnMethodExit(inline = false, backupArguments = false)
        static void exit(@Advice.Enter long startNanos) {}
    }
}
