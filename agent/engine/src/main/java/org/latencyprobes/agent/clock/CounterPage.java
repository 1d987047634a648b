package org.latencyprobes.agent.clock;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.Optional;
import org.latencyprobes.agent.base.TemporaryLoader;

/**
 * A page of memory with four instructions that read the processor's time-stamp counter, called through the foreign-function API of JDK 22 and
 * later. All of that API is reached by reflection, since this code is made for JDK 17.
 *
 * <p>The page is written first and made executable then; it is never both. It stays as long as the JVM: compiled code calls it. What the API
 * restricts is called as the JDK's own module does, so that neither the application's policy on native access nor its output changes. For one
 * thread.
 */
final class CounterPage {

    private static final int FIRST_JDK = 22;

    /** {@code rdtsc; shl rdx, 32; or rax, rdx; ret}. */
    private static final byte[] CODE = {
        0x0f, 0x31, 0x48, (byte) 0xc1, (byte) 0xe2, 0x20, 0x48, 0x09, (byte) 0xd0, (byte) 0xc3
    };

    private static final long BYTES = 4_096;
    private static final int READ_WRITE = 3;
    private static final int READ_EXECUTE = 5;
    private static final int PRIVATE_ANONYMOUS = 0x22;
    private static final String RIGHTS = "java.lang.LatencyProbesNative";
    private static final String API = "java.lang.foreign.";

    private final Class<?> segmentType = Class.forName(API + "MemorySegment");
    private final Class<?> descriptorType = Class.forName(API + "FunctionDescriptor");
    private final Class<?> layoutType = Class.forName(API + "MemoryLayout");
    private final Class<?> linkerType = Class.forName(API + "Linker");
    private final Class<?> optionType = Class.forName(API + "Linker$Option");
    private final Object intLayout = constant("JAVA_INT");
    private final Object longLayout = constant("JAVA_LONG");
    private final Object linker = call(linkerType, "nativeLinker", null);
    private final MethodHandle downcall;
    private final MethodHandle reinterpret;

    private CounterPage(MethodHandles.Lookup asJdk) throws ReflectiveOperationException {
        downcall = asJdk.findVirtual(
                linkerType,
                "downcallHandle",
                MethodType.methodType(MethodHandle.class, segmentType, descriptorType, optionType.arrayType()));
        reinterpret = asJdk.findVirtual(segmentType, "reinterpret", MethodType.methodType(segmentType, long.class));
    }

    /**
     * Makes the page.
     *
     * @param instrumentation opens a package of the JDK's, for as long as this takes
     * @return a handle without parameters that gives the counter
     * @throws UnsupportedOperationException if it can't be had; the message says why
     */
    static MethodHandle reader(Instrumentation instrumentation) {
        if (Runtime.version().feature() < FIRST_JDK) {
            throw new UnsupportedOperationException("it takes JDK " + FIRST_JDK + " or later");
        }
        try {
            return new CounterPage(asJdk(instrumentation)).reader();
        } catch (UnsupportedOperationException e) {
            throw e;
        } catch (Throwable e) { // another JDK than any that was tried
            throw new UnsupportedOperationException("this JVM does not let us call the counter: " + e, e);
        }
    }

    /** All rights of a class of the JDK's, which another agent may have defined before. */
    private static MethodHandles.Lookup asJdk(Instrumentation instrumentation)
            throws IOException, ReflectiveOperationException {
        MethodHandles.Lookup opened = TemporaryLoader.opened(instrumentation, Object.class.getModule(), "java.lang");
        Class<?> type;
        try {
            type = MethodHandles.privateLookupIn(Object.class, opened).defineClass(TemporaryLoader.classFile(RIGHTS));
        } catch (LinkageError isThere) {
            type = Class.forName(RIGHTS, true, null);
        }
        return (MethodHandles.Lookup) MethodHandles.privateLookupIn(type, opened)
                .findStaticVarHandle(type, "OWN", MethodHandles.Lookup.class)
                .get();
    }

    private MethodHandle reader() throws Throwable {
        MethodHandle protect = function("mprotect", intLayout, longLayout, longLayout, intLayout);
        MethodHandle map =
                function("mmap", longLayout, longLayout, longLayout, intLayout, intLayout, intLayout, longLayout);
        long address = (long) map.invoke(0L, BYTES, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0L);
        if (address <= 0) {
            throw new UnsupportedOperationException("the system gives no page of memory");
        }
        Object at = call(segmentType, "ofAddress", null, address);
        Object code = call(segmentType, "ofArray", null, CODE);
        call(segmentType, "copyFrom", reinterpret.invoke(at, BYTES), code);
        if ((int) protect.invoke(address, BYTES, READ_EXECUTE) != 0) {
            function("munmap", intLayout, longLayout, longLayout).invoke(address, BYTES);
            throw new UnsupportedOperationException("the system lets no page be executed that was written");
        }
        return handle(at, descriptor(longLayout), call(optionType, "critical", null, false));
    }

    private MethodHandle function(String name, Object result, Object... parameters) throws Throwable {
        Object symbols = call(linkerType, "defaultLookup", linker);
        Optional<?> symbol = (Optional<?>) call(Class.forName(API + "SymbolLookup"), "find", symbols, name);
        return handle(symbol.orElseThrow(), descriptor(result, parameters));
    }

    private Object descriptor(Object result, Object... parameters) throws ReflectiveOperationException {
        Object layouts = Array.newInstance(layoutType, parameters.length);
        System.arraycopy(parameters, 0, layouts, 0, parameters.length);
        return descriptorType
                .getMethod("of", layoutType, layoutType.arrayType())
                .invoke(null, result, layouts);
    }

    private MethodHandle handle(Object symbol, Object descriptor, Object... options) throws Throwable {
        Object all = Array.newInstance(optionType, options.length);
        System.arraycopy(options, 0, all, 0, options.length);
        return (MethodHandle) downcall.asFixedArity().invoke(linker, symbol, descriptor, all);
    }

    private static Object constant(String name) throws ReflectiveOperationException {
        return Class.forName(API + "ValueLayout").getField(name).get(null);
    }

    /** The only method of that name with such parameters. */
    private static Object call(Class<?> type, String name, Object targetOrNull, Object... arguments)
            throws ReflectiveOperationException {
        Class<?>[] types = new Class<?>[arguments.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = MethodType.methodType(arguments[i].getClass()).unwrap().returnType();
        }
        for (Method method : type.getMethods()) {
            boolean isNamed = method.getName().equals(name) && method.getParameterCount() == types.length;
            if (isNamed && takes(method.getParameterTypes(), types)) {
                return method.invoke(targetOrNull, arguments);
            }
        }
        throw new NoSuchMethodException(type + "." + name);
    }

    private static boolean takes(Class<?>[] parameters, Class<?>[] types) {
        boolean takes = true;
        for (int i = 0; i < types.length; i++) {
            takes &= parameters[i].isAssignableFrom(types[i]);
        }
        return takes;
    }
}
