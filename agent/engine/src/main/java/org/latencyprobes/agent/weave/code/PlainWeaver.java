package org.latencyprobes.agent.weave.code;

import java.util.HashMap;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.utility.OpenedClassReader;
import org.latencyprobes.agent.classfile.ClassOutline;
import org.latencyprobes.agent.classfile.MethodKind;
import org.latencyprobes.agent.select.ClassDecision;
import org.latencyprobes.agent.select.MethodProbe;

/**
 * A weaver that uses ASM alone, for methods that end when they return, and for constructors. It weaves the same instructions and stack maps
 * as {@link AdviceWeaver}. The code of other methods is copied as it is. For one class.
 */
final class PlainWeaver extends ClassVisitor {

    private static final int LONGEST_JUMP_BYTES = Short.MAX_VALUE;

    private final Map<String, MethodProbe> probes;
    private final Map<String, PlainBody> bodies = new HashMap<>();
    private final Handle bootstrap;
    private String owner;
    private boolean unfit;

    private PlainWeaver(ClassVisitor next, Map<String, MethodProbe> probes, Handle bootstrap) {
        super(OpenedClassReader.ASM_API, next);
        this.probes = probes;
        this.bootstrap = bootstrap;
    }

    /** The woven class; null if anything in it is more than this can do. */
    static WovenClass wovenOrNull(ClassDecision decision, Handle bootstrap) {
        if (decision.isRaised() || !isFor(decision.probes())) {
            return null;
        }
        ClassReader reader = decision.reader();
        ClassWriter writer = new ClassWriter(reader, 0);
        PlainWeaver weaver = new PlainWeaver(writer, decision.probes(), bootstrap);
        reader.accept(weaver, 0);
        if (weaver.unfit) {
            return null;
        }
        byte[] woven = writer.toByteArray();
        return new WovenClass(woven, weaver.codeBytes(woven));
    }

    private Map<String, Integer> codeBytes(byte[] woven) {
        Map<String, Integer> codeBytes = new HashMap<>();
        for (Map.Entry<String, PlainBody> body : bodies.entrySet()) {
            int bytes = body.getValue().bytes();
            if (bytes > LONGEST_JUMP_BYTES) { // ASM may have written the code anew, with other jumps
                return ClassOutline.of(woven).codeBytes();
            }
            codeBytes.put(body.getKey(), bytes);
        }
        return codeBytes;
    }

    private static boolean isFor(Map<String, MethodProbe> probes) {
        for (MethodProbe probe : probes.values()) {
            boolean fits = probe.kind() == MethodKind.METHOD
                    || probe.kind() == MethodKind.CONSTRUCTOR && !probe.reusesParameters();
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    void unfit() {
        unfit = true;
    }

    @Override
    public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
        owner = name;
        super.visit(version, access, name, signature, superName, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
        String key = name + descriptor;
        MethodProbe probe = probes.get(key);
        if (probe == null) {
            return method;
        }
        if (!descriptor.startsWith("(")) { // no class file that the JVM takes
            unfit();
            return method;
        }
        FullFrames frames = new FullFrames(owner, (access & Opcodes.ACC_STATIC) != 0, name, descriptor);
        int slots = frames.slots();
        MethodVisitor out = new ParameterVariables(method, slots, probe.reusesParameters() ? slots + 2 : 0);
        PlainBody body = new PlainBody(new PlainFrame(out, frames, descriptor, probe), bootstrap, this);
        if (bodies.put(key, body) != null) { // no class file that the JVM takes
            unfit();
        }
        return body;
    }
}
