package org.latencyprobes.agent.pattern;

import net.bytebuddy.jar.asm.Type;
import org.latencyprobes.agent.classfile.PrintedName;

/** The parameter types of a method's descriptor, as people write them. */
final class ParameterTypes {

    private ParameterTypes() {}

    /** {@code java.util.Map$Entry}, {@code int[]}: none of a descriptor that is malformed, of which the JVM takes no class file. */
    static String[] of(String descriptor) {
        try {
            Type[] types = Type.getArgumentTypes(descriptor);
            String[] names = new String[types.length];
            for (int i = 0; i < names.length; i++) {
                names[i] = types[i].getClassName();
            }
            return names;
        } catch (IndexOutOfBoundsException | IllegalArgumentException malformed) {
            return new String[0];
        }
    }

    /** {@code Map.Entry,int[]}: without packages. */
    static String simple(String descriptor) {
        String[] types = of(descriptor);
        for (int i = 0; i < types.length; i++) {
            types[i] = PrintedName.of(types[i]);
        }
        return String.join(",", types);
    }
}
