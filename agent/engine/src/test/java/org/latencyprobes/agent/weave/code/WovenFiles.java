package org.latencyprobes.agent.weave.code;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.select.ClassDecision;
import org.latencyprobes.agent.select.ProbedMethods;
import org.latencyprobes.agent.select.Selection;
import org.latencyprobes.agent.select.SelectionRules;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Woven class files, and a reader of what was woven in. */
public final class WovenFiles {

    private static final String OWNER = WovenFiles.class.getName().replace('.', '/');
    private static final Weaver WEAVER = new Weaver(bootstrapMethod());

    private WovenFiles() {}

    /** Links call sites that do nothing. */
    public static CallSite bootstrap(MethodHandles.Lookup caller, String name, MethodType type, Object... probe) {
        return new ConstantCallSite(MethodHandles.empty(type));
    }

    public static java.lang.reflect.Method bootstrapMethod() {
        try {
            return WovenFiles.class.getDeclaredMethod(
                    "bootstrap", MethodHandles.Lookup.class, String.class, MethodType.class, Object[].class);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    public static byte[] weave(byte[] classFile) {
        return weave(classFile, ClassDecision.on(classFile, SelectionRules.of(Selection.NONE), ProbedMethods.NOTHING));
    }

    public static byte[] weave(byte[] classFile, ClassDecision decision) {
        return WEAVER.weave(classFile, decision).classFile();
    }

    /** Each invokedynamic of the methods of this name: name, type and the constants for the bootstrap method. */
    public static List<String> callSites(byte[] classFile, String method) {
        List<String> sites = new ArrayList<>();
        new ClassReader(classFile)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] exceptions) {
                                return name.equals(method) ? collector(sites) : null;
                            }
                        },
                        0);
        return sites;
    }

    /** What was woven into each method, by its name and descriptor: {@code enter}, {@code exit}. */
    public static Map<String, List<String>> wovenIn(byte[] classFile) {
        Map<String, List<String>> woven = new LinkedHashMap<>();
        new ClassReader(classFile)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] exceptions) {
                                List<String> sites = new ArrayList<>();
                                woven.put(name + descriptor, sites);
                                return collector(sites);
                            }
                        },
                        ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        woven.values().forEach(sites -> sites.replaceAll(site -> site.substring(0, site.indexOf('('))));
        return woven;
    }

    private static MethodVisitor collector(List<String> sites) {
        return new MethodVisitor(Opcodes.ASM9) {
            @Override
            public void visitInvokeDynamicInsn(String name, String descriptor, Handle handle, Object... constants) {
                if (handle.getOwner().equals(OWNER)) {
                    sites.add(name + descriptor + List.of(constants));
                }
            }
        };
    }
}
