package org.latencyprobes.agent.callback;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicReference;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * The class of continuations that stand between a probed suspending function and its caller: a hidden class beside the woven one, which
 * goes when nothing uses it any more. In Kotlin's words:
 *
 * <pre>{@code
 * class Callback(caller: Continuation<Any?>, val cell: AtomicReference, val subject: Any) : ContinuationImpl(caller), Supplier {
 *     override fun invokeSuspend(result: Result<Any?>): Any? {
 *         LatencyProbesLink.call(cell, subject, result.exceptionOrNull())
 *         return result.getOrThrow()
 *     }
 *     override fun get() = subject
 * }
 * }</pre>
 */
public final class ContinuationClass {

    private static final String PARENT = "kotlin/coroutines/jvm/internal/ContinuationImpl";
    private static final String CONTINUATION = "kotlin/coroutines/Continuation";
    private static final MethodType WRAP =
            MethodType.methodType(Object.class, Object.class, AtomicReference.class, Object.class);
    private static final LoaderCache<MethodHandle> CONSTRUCTORS = new LoaderCache<>();

    private ContinuationClass() {}

    /**
     * The way to make one.
     *
     * @param caller the woven class
     * @return takes the caller's continuation, a cell and the first argument of the function in it
     * @throws ReflectiveOperationException if Kotlin's library is not as expected
     */
    public static MethodHandle constructor(MethodHandles.Lookup caller) throws ReflectiveOperationException {
        MethodHandle present = CONSTRUCTORS.get(caller.lookupClass(), PARENT);
        return present != null ? present : CONSTRUCTORS.put(caller.lookupClass(), PARENT, define(caller));
    }

    private static MethodHandle define(MethodHandles.Lookup caller) throws ReflectiveOperationException {
        Class<?> continuation = caller.findClass(CONTINUATION.replace('/', '.'));
        CallbackWriter callback = new CallbackWriter(caller.lookupClass(), PARENT, "java/util/function/Supplier");
        callback.constructor("(L" + CONTINUATION + ";)V");
        invokeSuspend(callback);
        get(callback);
        MethodHandles.Lookup defined = caller.defineHiddenClass(callback.toByteArray(), false);
        MethodType type = MethodType.methodType(void.class, continuation, AtomicReference.class, Object.class);
        return defined.findConstructor(defined.lookupClass(), type).asType(WRAP);
    }

    private static void invokeSuspend(CallbackWriter callback) {
        MethodVisitor method = callback.method("invokeSuspend", "(Ljava/lang/Object;)Ljava/lang/Object;");
        callback.loadState(method);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                "kotlin/Result",
                "exceptionOrNull-impl",
                "(Ljava/lang/Object;)Ljava/lang/Throwable;",
                false);
        CallbackWriter.call(method);
        method.visitInsn(Opcodes.POP);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitMethodInsn(
                Opcodes.INVOKESTATIC, "kotlin/ResultKt", "throwOnFailure", "(Ljava/lang/Object;)V", false);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        CallbackWriter.end(method, Opcodes.ARETURN);
    }

    private static void get(CallbackWriter callback) {
        MethodVisitor method = callback.method("get", "()Ljava/lang/Object;");
        callback.loadSubject(method);
        CallbackWriter.end(method, Opcodes.ARETURN);
    }
}
