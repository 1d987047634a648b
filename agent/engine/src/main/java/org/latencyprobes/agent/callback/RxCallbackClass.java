package org.latencyprobes.agent.callback;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicReference;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * The class of callbacks of RxJava's own functional types, which only the application's loader knows: a hidden class beside the woven one,
 * which goes when nothing uses it any more.
 */
public final class RxCallbackClass {

    /** What gives a publisher. */
    public static final String SUPPLIER = "io.reactivex.rxjava3.functions.Supplier";
    /** What is told of a value or an error. */
    public static final String CONSUMER = "io.reactivex.rxjava3.functions.Consumer";
    /** What is told that something happened. */
    public static final String ACTION = "io.reactivex.rxjava3.functions.Action";

    private static final MethodType NEW = MethodType.methodType(Object.class, AtomicReference.class, Object.class);
    private static final LoaderCache<MethodHandle> CONSTRUCTORS = new LoaderCache<>();

    private RxCallbackClass() {}

    /**
     * The way to make one.
     *
     * @param caller the woven class
     * @return takes a cell and the first argument of the function in it
     * @throws ReflectiveOperationException if RxJava is not as expected
     */
    public static MethodHandle constructor(MethodHandles.Lookup caller) throws ReflectiveOperationException {
        MethodHandle present = CONSTRUCTORS.get(caller.lookupClass(), ACTION);
        return present != null ? present : CONSTRUCTORS.put(caller.lookupClass(), ACTION, define(caller));
    }

    private static MethodHandle define(MethodHandles.Lookup caller) throws ReflectiveOperationException {
        CallbackWriter callback = new CallbackWriter(
                caller.lookupClass(), "java/lang/Object", internal(SUPPLIER), internal(CONSUMER), internal(ACTION));
        callback.constructor("()V");
        end(begin(callback, "get", "()Ljava/lang/Object;", false), Opcodes.ARETURN);
        end(begin(callback, "accept", "(Ljava/lang/Object;)V", true), Opcodes.RETURN);
        end(begin(callback, "run", "()V", false), Opcodes.RETURN);
        MethodHandles.Lookup defined = caller.defineHiddenClass(callback.toByteArray(), false);
        return defined.findConstructor(defined.lookupClass(), NEW.changeReturnType(void.class))
                .asType(NEW);
    }

    private static String internal(String name) {
        return name.replace('.', '/');
    }

    private static MethodVisitor begin(CallbackWriter callback, String name, String descriptor, boolean takesOne) {
        MethodVisitor method = callback.method(name, descriptor);
        callback.loadState(method);
        if (takesOne) {
            method.visitVarInsn(Opcodes.ALOAD, 1);
        } else {
            method.visitInsn(Opcodes.ACONST_NULL);
        }
        CallbackWriter.call(method);
        return method;
    }

    private static void end(MethodVisitor method, int returning) {
        if (returning == Opcodes.RETURN) {
            method.visitInsn(Opcodes.POP);
        }
        CallbackWriter.end(method, returning);
    }
}
