package org.latencyprobes.agent.base;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.Set;

/**
 * A class loader of one class, for the sake of its unnamed module. What the JDK keeps to itself is opened to this module, and not to the
 * agent's own, whose classes any code finds that looks at what the agent gives it. The opening goes with the loader, when nothing refers to it
 * any more. Method handles that were found through it stay. For one thread.
 */
public final class TemporaryLoader extends ClassLoader {

    /** It sees the JDK's boot classes alone. */
    private TemporaryLoader() {
        super(null);
    }

    /**
     * The access to all that a package has that is public.
     *
     * @param instrumentation exports the package
     * @param module of the JDK
     * @param name of a package that it does not export
     * @return a lookup for the caller alone, who is to forget it
     * @throws IOException if the agent's jar cannot be read
     * @throws ReflectiveOperationException never, of a JDK that knows the package
     */
    public static MethodHandles.Lookup exported(Instrumentation instrumentation, Module module, String name)
            throws IOException, ReflectiveOperationException {
        TemporaryLoader loader = new TemporaryLoader();
        Map<String, Set<Module>> export = Map.of(name, Set.of(loader.getUnnamedModule()));
        instrumentation.redefineModule(module, Set.of(), export, Map.of(), Set.of(), Map.of());
        return loader.lookup();
    }

    /**
     * The access to all that a package has.
     *
     * @param instrumentation opens the package
     * @param module of the JDK
     * @param name of a package that it does not open
     * @return a lookup for the caller alone, who is to forget it
     * @throws IOException if the agent's jar cannot be read
     * @throws ReflectiveOperationException never, of a JDK that knows the package
     */
    public static MethodHandles.Lookup opened(Instrumentation instrumentation, Module module, String name)
            throws IOException, ReflectiveOperationException {
        TemporaryLoader loader = new TemporaryLoader();
        Map<String, Set<Module>> opening = Map.of(name, Set.of(loader.getUnnamedModule()));
        instrumentation.redefineModule(module, Set.of(), Map.of(), opening, Set.of(), Map.of());
        return loader.lookup();
    }

    /** Full lookup of a class in its module. By a handle and not by reflection, which generates code since JDK 18: 2 ms of the start. */
    private MethodHandles.Lookup lookup() throws IOException, ReflectiveOperationException {
        String name = OwnLookup.class.getName();
        byte[] classFile = classFile(name);
        Class<?> copy = defineClass(name, classFile, 0, classFile.length);
        return (MethodHandles.Lookup) MethodHandles.publicLookup()
                .findStaticVarHandle(copy, "OWN", MethodHandles.Lookup.class)
                .get();
    }

    /**
     * A class file of the agent's jar.
     *
     * @param name of the class
     * @return its bytes
     * @throws IOException if the jar cannot be read
     */
    public static byte[] classFile(String name) throws IOException {
        String file = name.replace('.', '/') + ".class";
        try (InputStream content = TemporaryLoader.class.getClassLoader().getResourceAsStream(file)) {
            return content.readAllBytes();
        }
    }
}
