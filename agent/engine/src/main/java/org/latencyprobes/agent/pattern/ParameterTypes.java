package org.latencyprobes.agent.pattern;

import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.agent.classfile.PrintedName;

/** The parameter types of a method's descriptor, as people write them. */
final class ParameterTypes {

    private static final String PRIMITIVES = "BCDFIJSZ";
    private static final String[] PRIMITIVE_NAMES = {
        "byte", "char", "double", "float", "int", "long", "short", "boolean"
    };

    private ParameterTypes() {}

    /** {@code java.util.Map$Entry}, {@code int[]}: of a descriptor that is malformed only those that can be read. */
    static String[] of(String descriptor) {
        List<String> types = new ArrayList<>();
        int i = 1;
        while (i < descriptor.length() && descriptor.charAt(i) != ')') {
            int element = i;
            while (element < descriptor.length() && descriptor.charAt(element) == '[') {
                element++;
            }
            int end = endOf(descriptor, element);
            if (end < 0) {
                break;
            }
            types.add(nameOf(descriptor, element, end) + "[]".repeat(element - i));
            i = end;
        }
        return types.toArray(new String[0]);
    }

    /** Where the next type begins, or −1. */
    private static int endOf(String descriptor, int start) {
        if (start >= descriptor.length()) {
            return -1;
        }
        if (descriptor.charAt(start) != 'L') {
            return PRIMITIVES.indexOf(descriptor.charAt(start)) < 0 ? -1 : start + 1;
        }
        int semicolon = descriptor.indexOf(';', start);
        return semicolon < 0 ? -1 : semicolon + 1;
    }

    private static String nameOf(String descriptor, int start, int end) {
        return descriptor.charAt(start) == 'L'
                ? descriptor.substring(start + 1, end - 1).replace('/', '.')
                : PRIMITIVE_NAMES[PRIMITIVES.indexOf(descriptor.charAt(start))];
    }

    /** {@code Map.Entry,int[]}: without packages. */
    static String simple(String descriptor) {
        StringBuilder simple = new StringBuilder();
        for (String type : of(descriptor)) {
            if (simple.length() > 0) {
                simple.append(',');
            }
            simple.append(PrintedName.of(type));
        }
        return simple.toString();
    }
}
