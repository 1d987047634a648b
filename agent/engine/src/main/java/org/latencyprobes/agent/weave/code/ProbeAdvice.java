package org.latencyprobes.agent.weave.code;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;

/**
 * The shape of woven code. Byte Buddy turns a call of each of these methods into an {@code invokedynamic} of the same name and type. The
 * bodies never run.
 */
final class ProbeAdvice {

    static final String ENTER = "enter";
    static final String EXIT = "exit";
    static final String OUTERMOST_ENTER = "outermostEnter";
    static final String OUTERMOST_EXIT = "outermostExit";

    private ProbeAdvice() {}

    /** The advice for methods: the exit also sees what was thrown. */
    static final class OfMethod {

        private OfMethod() {}

        @Advice.OnMethodEnter(inline = false)
        static long enter() {
            return 0;
        }

        @Advice.OnMethodExit(inline = false, onThrowable = Throwable.class, backupArguments = false)
        static void exit(@Advice.Enter long startTicks, @Advice.Thrown Throwable thrown) {}
    }

    /** The same for methods of which only the outermost of nested calls counts. */
    static final class OfOutermost {

        private OfOutermost() {}

        @Advice.OnMethodEnter(inline = false)
        static long outermostEnter() {
            return 0;
        }

        @Advice.OnMethodExit(inline = false, onThrowable = Throwable.class, backupArguments = false)
        static void outermostExit(@Advice.Enter long startTicks, @Advice.Thrown Throwable thrown) {}
    }

    /** The advice for constructors: before {@code super(…)} no exception can be caught, so only normal returns are seen. */
    static final class OfConstructor {

        private OfConstructor() {}

        @Advice.OnMethodEnter(inline = false)
        static long enter() {
            return 0;
        }

        @Advice.OnMethodExit(inline = false, backupArguments = false)
        static void exit(@Advice.Enter long startTicks) {}
    }

    /** The advice for methods that return a completion stage: the exit sees it too. */
    static final class OfStage {

        private OfStage() {}

        @Advice.OnMethodEnter(inline = false)
        static long enter() {
            return 0;
        }

        @Advice.OnMethodExit(inline = false, onThrowable = Throwable.class, backupArguments = false)
        static void exit(
                @Advice.Enter long startTicks,
                @Advice.Return(typing = Assigner.Typing.DYNAMIC) Object returned,
                @Advice.Thrown Throwable thrown) {}
    }

    /** The advice for methods that return a publisher: the exit may give back another one in its place, or null to leave it. */
    static final class OfPublisher {

        private OfPublisher() {}

        @Advice.OnMethodEnter(inline = false)
        static long enter() {
            return 0;
        }

        @Advice.OnMethodExit(inline = false, onThrowable = Throwable.class, backupArguments = false)
        @Replaced
        static Object exit(
                @Advice.Enter long startTicks,
                @Advice.Return(typing = Assigner.Typing.DYNAMIC) Object returned,
                @Advice.Thrown Throwable thrown) {
            return null;
        }
    }

    /** The advice for Kotlin's suspending functions: the enter may give another continuation in place of the caller's, or null to leave it. */
    static final class OfSuspending {

        private OfSuspending() {}

        @Advice.OnMethodEnter(inline = false)
        @Replaced
        static Object enter(@Replaced Object continuation) {
            return null;
        }

        @Advice.OnMethodExit(inline = false, onThrowable = Throwable.class, backupArguments = false)
        static void exit(@Advice.Enter Object timed, @Advice.Return Object returned, @Advice.Thrown Throwable thrown) {}
    }
}
