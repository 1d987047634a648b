package org.latencyprobes.agent.link;

import java.io.IOException;
import java.lang.invoke.MethodHandles;

/**
 * A class loader of one class, for the sake of its unnamed module. A package of the JDK can be opened to this module without being open to
 * any code of the application. The opening goes with the loader, when nothing refers to it any more. For one thread.
 */
final class TemporaryLoader extends ClassLoader {

    /** Makes one that sees the JDK's base module alone. */
    TemporaryLoader() {
        super(null);
    }

    /** Full lookup of a class in its module. By a handle and not by reflection, as in {@link BootstrapClass}. */
    MethodHandles.Lookup lookup() throws IOException, ReflectiveOperationException {
        String name = "org.latencyprobes.agent.link.OwnLookup";
        byte[] classFile = BootstrapClass.classFile(name);
        Class<?> copy = defineClass(name, classFile, 0, classFile.length);
        return (MethodHandles.Lookup) MethodHandles.publicLookup()
                .findStaticVarHandle(copy, "OWN", MethodHandles.Lookup.class)
                .get();
    }
}
