package org.latencyprobes.agent.select;

import static org.latencyprobes.agent.select.FaultException.require;

/** How many slots of a frame values take: two for a long or double, one for any other. */
final class Slots {

    private static final String NO_NAME = "a descriptor names no class";

    private Slots() {}

    /** Of a type, as the first letter of its descriptor tells. */
    static int of(char type) {
        return type == 'V' ? 0 : type == 'J' || type == 'D' ? 2 : 1;
    }

    /** Of all parameters of a method. */
    static int ofParameters(String descriptor) {
        int slots = 0;
        for (int at = 1; descriptor.charAt(at) != ')'; at = next(descriptor, at)) {
            slots += of(descriptor.charAt(at));
        }
        return slots;
    }

    /** Where the descriptor behind this one begins, which must name a class as the JVM wants it. */
    static int next(String descriptor, int begin) {
        int at = begin;
        while (descriptor.charAt(at) == '[') {
            at++;
        }
        if (descriptor.charAt(at) != 'L') {
            return at + 1;
        }
        int from = at + 1;
        at = from;
        for (; descriptor.charAt(at) != ';'; at++) {
            char c = descriptor.charAt(at);
            boolean begins = at == from || descriptor.charAt(at - 1) == '/';
            require(c != '.' && c != '[' && !(begins && c == '/'), NO_NAME);
        }
        require(at > from && descriptor.charAt(at - 1) != '/', NO_NAME);
        return at + 1;
    }

    static char returnType(String descriptor) {
        return descriptor.charAt(descriptor.indexOf(')') + 1);
    }
}
