package org.latencyprobes.agent.classfile;

import java.util.HashMap;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.utility.OpenedClassReader;

/** The places and sizes of the bytecode in a class file, method by method. The JIT's limits are about these sizes. */
public final class CodeSizes {

    private static final int ACCESS_NAME_DESCRIPTOR_BYTES = 6;
    private static final int ATTRIBUTE_HEADER_BYTES = 6;
    private static final int CODE_LENGTH_OFFSET = ATTRIBUTE_HEADER_BYTES + 4;

    private final byte[] classFile;
    private final ClassReader reader;
    private final char[] buffer;
    private final Map<String, Bytecode> code = new HashMap<>();

    private CodeSizes(byte[] classFile, ClassReader reader) {
        this.classFile = classFile;
        this.reader = reader;
        this.buffer = new char[reader.getMaxStringLength()];
    }

    /**
     * Reads them.
     *
     * @param classFile a class file that ASM can read
     * @return bytes by name and descriptor of the method; methods without bytecode are left out
     */
    public static Map<String, Integer> of(byte[] classFile) {
        Map<String, Integer> sizes = new HashMap<>();
        for (Map.Entry<String, Bytecode> method : bytecode(classFile, OpenedClassReader.of(classFile))
                .entrySet()) { // a lambda would be linked as a class is woven
            sizes.put(method.getKey(), method.getValue().bytes());
        }
        return sizes;
    }

    /** The code itself, by name and descriptor of the method. */
    static Map<String, Bytecode> bytecode(byte[] classFile, ClassReader reader) {
        CodeSizes sizes = new CodeSizes(classFile, reader);
        sizes.read();
        return sizes.code;
    }

    /**
     * Reads them for people.
     *
     * @param classFile a class file that ASM can read
     * @return bytes by the method's name and simple names of its parameters' types
     */
    public static Map<String, Integer> byDisplay(byte[] classFile) {
        Map<String, Integer> sizes = of(classFile);
        Map<String, Integer> byDisplay = new HashMap<>();
        for (MethodOutline method : ClassOutline.of(classFile).methods()) {
            if (!method.isBridge() && sizes.containsKey(method.key())) {
                byDisplay.put(method.display(), sizes.get(method.key()));
            }
        }
        return byDisplay;
    }

    private void read() {
        int interfacesAt = reader.header + 6;
        int at = interfacesAt + 2 + 2 * reader.readUnsignedShort(interfacesAt);
        at = members(at, false);
        members(at, true);
    }

    private int members(int countAt, boolean methods) {
        int at = countAt + 2;
        for (int left = reader.readUnsignedShort(countAt); left > 0; left--) {
            String key = methods ? reader.readUTF8(at + 2, buffer) + reader.readUTF8(at + 4, buffer) : null;
            int attributesAt = at + ACCESS_NAME_DESCRIPTOR_BYTES;
            at = attributesAt + 2;
            for (int attributes = reader.readUnsignedShort(attributesAt); attributes > 0; attributes--) {
                if (methods && "Code".equals(reader.readUTF8(at, buffer))) {
                    int lengthAt = at + CODE_LENGTH_OFFSET;
                    code.put(key, new Bytecode(classFile, lengthAt + 4, reader.readInt(lengthAt)));
                }
                at += ATTRIBUTE_HEADER_BYTES + reader.readInt(at + 2);
            }
        }
        return at;
    }
}
