package org.latencyprobes.agent.spring;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The methods, fields and types that a class file's code refers to. */
final class References {

    /** A member, or a type where name and descriptor are empty. */
    record Reference(String from, String owner, String name, String descriptor) implements Comparable<Reference> {

        @Override
        public int compareTo(Reference other) {
            return toString().compareTo(other.toString());
        }

        @Override
        public String toString() {
            return from.replace('/', '.') + " -> " + owner.replace('/', '.') + '#' + name + descriptor;
        }
    }

    private final Set<Reference> all = new TreeSet<>();

    private References() {}

    static Set<Reference> in(InputStream classFile) throws IOException {
        ClassReader reader = new ClassReader(classFile);
        References references = new References();
        reader.accept(references.ofClass(reader.getClassName()), ClassReader.SKIP_DEBUG);
        return references.all;
    }

    private ClassVisitor ofClass(String from) {
        return new ClassVisitor(Opcodes.ASM9) {
            @Override
            public void visit(int version, int access, String name, String generic, String parent, String[] types) {
                add(from, parent, "", "");
                for (String type : types) {
                    add(from, type, "", "");
                }
            }

            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String generic, String[] thrown) {
                return ofMethod(from);
            }
        };
    }

    private MethodVisitor ofMethod(String from) {
        return new MethodVisitor(Opcodes.ASM9) {
            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
                add(from, owner, name, descriptor);
            }

            @Override
            public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
                add(from, owner, name, descriptor);
            }

            @Override
            public void visitTypeInsn(int opcode, String type) {
                add(from, type, "", "");
            }

            @Override
            public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
                for (Object argument : arguments) {
                    if (argument instanceof Handle handle) {
                        add(from, handle.getOwner(), handle.getName(), handle.getDesc());
                    }
                }
            }
        };
    }

    private void add(String from, String owner, String name, String descriptor) {
        if (!owner.startsWith("[") && !owner.startsWith("java/")) {
            all.add(new Reference(from, owner, name, descriptor));
        }
    }
}
