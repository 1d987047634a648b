package org.latencyprobes.agent.weave.code;

import org.objectweb.asm.Attribute;
import org.objectweb.asm.ByteVector;
import org.objectweb.asm.ClassWriter;

/** An attribute of a method's code, of any name and content. */
final class CodeAttribute extends Attribute {

    private final int[] shorts;

    CodeAttribute(String name, int... shorts) {
        super(name);
        this.shorts = shorts;
    }

    @Override
    public boolean isCodeAttribute() {
        return true;
    }

    @Override
    protected ByteVector write(ClassWriter writer, byte[] code, int length, int maxStack, int maxLocals) {
        ByteVector content = new ByteVector();
        for (int each : shorts) {
            content.putShort(each);
        }
        return content;
    }
}
