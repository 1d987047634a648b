package org.latencyprobes.agent.weave;

import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.classfile.ByteSearch;

/**
 * Our call sites in what the JVM takes for the original of a class. Flight Recorder rewrites its events from what we wove, and the JVM
 * keeps that; a tool may redefine a class with bytes that it read from the JVM. To weave such a class again would count each call twice.
 *
 * <p>As a transformer it takes them out of classes that are transformed again, when the agent leaves. Thread-safe.
 */
final class OwnCallSites implements ClassFileTransformer {

    private static final String LINK = "java/lang/LatencyProbesLink";
    private static final ByteSearch SEARCH = new ByteSearch(LINK);

    private final Map<Class<?>, byte[]> found = Collections.synchronizedMap(new IdentityHashMap<>());

    /** The class file without them; itself where there are none. */
    static byte[] takenOutOf(byte[] classFile) {
        if (!SEARCH.isIn(classFile)) {
            return classFile;
        }
        ClassWriter writer = new ClassWriter(0); // without the constants that named them
        Remover remover = new Remover(writer);
        OpenedClassReader.of(classFile).accept(remover, 0);
        return remover.hasFound ? writer.toByteArray() : classFile;
    }

    private static final class Remover extends ClassVisitor {

        private boolean hasFound;

        Remover(ClassVisitor next) {
            super(OpenedClassReader.ASM_API, next);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            return new MethodVisitor(OpenedClassReader.ASM_API, next) {
                @Override
                public void visitInvokeDynamicInsn(
                        String siteName, String siteDescriptor, Handle bootstrap, Object... constants) {
                    if (bootstrap.getOwner().equals(LINK)) {
                        hasFound = true;
                        doNothing(siteDescriptor, mv);
                    } else {
                        super.visitInvokeDynamicInsn(siteName, siteDescriptor, bootstrap, constants);
                    }
                }
            };
        }
    }

    /** Takes what a call site takes from the stack, and puts there what one gives that is off. */
    private static void doNothing(String descriptor, MethodVisitor method) {
        Type[] arguments = Type.getArgumentTypes(descriptor);
        for (int i = arguments.length - 1; i >= 0; i--) {
            method.visitInsn(arguments[i].getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
        }
        Type result = Type.getReturnType(descriptor);
        if (result.getSize() > 0) {
            method.visitInsn(result.getSize() == 2 ? Opcodes.LCONST_0 : Opcodes.ACONST_NULL);
        }
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        if (redefined == null) {
            return null;
        }
        byte[] without = takenOutOf(classFile);
        if (without == classFile) {
            return null;
        }
        found.put(redefined, without);
        return without;
    }

    /** Makes what it left of classes their original. Of an event, JDK 17 keeps the other one all the same, for the next transformation. */
    void redefine(Instrumentation instrumentation) {
        for (Map.Entry<Class<?>, byte[]> each : found.entrySet()) {
            try {
                instrumentation.redefineClasses(new ClassDefinition(each.getKey(), each.getValue()));
            } catch (Exception | LinkageError | InternalError e) { // the latter for a class that is being unloaded
                Log.say("class " + each.getKey().getName() + " keeps probes that record nothing: " + Log.describe(e));
            }
        }
    }
}
