package org.latencyprobes.agent.classfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.ClassFiles;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** What the outline reads from code is what ASM tells of it. */
final class ClassOutlineTest {

    private static final String CONSTRUCTOR = "<init>";

    private int delegates;
    private int bridges;
    private int reusing;

    /** The same facts, by ASM. */
    private static final class Told extends MethodVisitor {

        private final String owner;
        private final String name;
        private final int[] storing;
        private int newOwners;
        private boolean isInitialised;
        private String delegate;
        private String lastOfItsName;
        private boolean isReusing;
        private boolean hasCode;
        private int maxLocals;

        Told(String owner, int access, String name, String descriptor) {
            super(Opcodes.ASM9);
            this.owner = owner;
            this.name = name;
            boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
            storing = new int[(Type.getArgumentsAndReturnSizes(descriptor) >> 2) - (isStatic ? 1 : 0)];
            int slot = isStatic ? 0 : 1;
            for (Type type : Type.getArgumentTypes(descriptor)) {
                storing[slot] = type.getOpcode(Opcodes.ISTORE);
                slot += type.getSize();
            }
        }

        @Override
        public void visitCode() {
            hasCode = true;
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            newOwners += opcode == Opcodes.NEW && type.equals(owner) ? 1 : 0;
        }

        @Override
        public void visitMethodInsn(int opcode, String type, String called, String calledDescriptor, boolean isOwn) {
            lastOfItsName = called.equals(name) ? called + calledDescriptor : lastOfItsName;
            if (opcode == Opcodes.INVOKESPECIAL && called.equals(CONSTRUCTOR) && type.equals(owner)) {
                if (newOwners > 0) {
                    newOwners--;
                } else if (!isInitialised) {
                    isInitialised = true;
                    delegate = calledDescriptor;
                }
            }
        }

        @Override
        public void visitVarInsn(int opcode, int slot) {
            isReusing |= opcode >= Opcodes.ISTORE
                    && opcode <= Opcodes.ASTORE
                    && slot < storing.length
                    && (opcode != storing[slot] || opcode == Opcodes.ASTORE);
        }

        @Override
        public void visitMaxs(int stack, int locals) {
            maxLocals = locals;
        }
    }

    private static Map<String, Told> told(byte[] classFile) {
        Map<String, Told> told = new HashMap<>();
        ClassReader reader = new ClassReader(classFile);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        Told method = new Told(reader.getClassName(), access, name, descriptor);
                        told.put(name + descriptor, method);
                        return method;
                    }
                },
                ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return told;
    }

    private void compare(byte[] classFile) {
        Map<String, Told> told = told(classFile);
        ClassOutline outline = ClassOutline.of(classFile);
        for (MethodOutline method : outline.methods()) {
            Told byAsm = told.get(method.key());
            assertThat(facts(
                            method.hasCode(),
                            method.maxLocals(),
                            method.reusesParameters(),
                            outline.delegate(method),
                            outline.bridged(method)))
                    .describedAs("%s#%s", outline.className(), method.key())
                    .isEqualTo(facts(
                            byAsm.hasCode,
                            byAsm.maxLocals,
                            byAsm.isReusing,
                            method.isConstructor() ? byAsm.delegate : null,
                            method.isBridge() ? byAsm.lastOfItsName : null));
            delegates += outline.delegate(method) == null ? 0 : 1;
            bridges += outline.bridged(method) == null ? 0 : 1;
            reusing += method.reusesParameters() ? 1 : 0;
        }
    }

    private static List<Object> facts(Object... facts) {
        return Arrays.asList(facts);
    }

    @Test
    void tellsOfWholeLibrariesWhatAsmTells() throws IOException {
        ClassFiles.forEachOfLibraries("HdrHistogram|asm|byte-buddy", this::compare);
        assertThat(delegates).isGreaterThan(100);
        assertThat(bridges).isGreaterThan(100);
        assertThat(reusing).isGreaterThan(10);
    }

    /** Its first call of an own constructor is that of an argument. */
    @Test
    void findsADelegateBehindAnObjectOfItsOwnClass() {
        byte[] classFile = ClassFiles.withMethod(0, CONSTRUCTOR, "()V", constructor -> {
            constructor.visitVarInsn(Opcodes.ALOAD, 0);
            constructor.visitTypeInsn(Opcodes.NEW, "Odd");
            constructor.visitInsn(Opcodes.DUP);
            constructor.visitInsn(Opcodes.ICONST_0);
            constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, "Odd", CONSTRUCTOR, "(I)V", false);
            constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, "Odd", CONSTRUCTOR, "(LOdd;)V", false);
            constructor.visitInsn(Opcodes.RETURN);
        });
        ClassOutline outline = ClassOutline.of(classFile);
        assertThat(outline.delegate(outline.methods().get(0))).isEqualTo("(LOdd;)V");
    }

    @Test
    void readsShortUsualAndWideStores() {
        for (String parameters : new String[] {"I", "IIIII", "D".repeat(200)}) {
            for (int slot : new int[] {0, 3, 4, 300}) {
                compare(storing('(' + parameters + ")V", Opcodes.FCONST_1, Opcodes.FSTORE, slot));
                compare(storing('(' + parameters + ")V", Opcodes.ICONST_1, Opcodes.ISTORE, slot));
            }
        }
        assertThat(reusing).isEqualTo(12);
    }

    private static byte[] storing(String descriptor, int constant, int store, int slot) {
        return ClassFiles.withMethod(Opcodes.ACC_STATIC, "odd", descriptor, method -> {
            method.visitInsn(constant);
            method.visitVarInsn(store, slot);
            method.visitInsn(Opcodes.RETURN);
        });
    }

    @Test
    void takesTheLastCallOfABridge() {
        byte[] classFile = ClassFiles.withMethod(Opcodes.ACC_STATIC | Opcodes.ACC_BRIDGE, "odd", "()V", bridge -> {
            bridge.visitInsn(Opcodes.ICONST_0);
            bridge.visitMethodInsn(Opcodes.INVOKESTATIC, "Other", "odd", "(I)V", false);
            bridge.visitInsn(Opcodes.LCONST_0);
            bridge.visitMethodInsn(Opcodes.INVOKESTATIC, "Odd", "odd", "(J)V", false);
            bridge.visitMethodInsn(Opcodes.INVOKESTATIC, "Odd", "even", "()V", false);
            bridge.visitInsn(Opcodes.RETURN);
        });
        ClassOutline outline = ClassOutline.of(classFile);
        assertThat(outline.bridged(outline.methods().get(0))).isEqualTo("odd(J)V");
    }

    /** Else a walk would go back and never end. */
    @Test
    void refusesASwitchOfMoreRowsThanAFileCanHave() {
        int lowest = 1_234_567_890;
        byte[] broken = ClassFiles.withMethod(Opcodes.ACC_STATIC, "odd", "(I)V", method -> {
            Label last = new Label();
            method.visitVarInsn(Opcodes.ILOAD, 0);
            method.visitTableSwitchInsn(lowest, lowest, last, last);
            method.visitLabel(last);
            method.visitInsn(Opcodes.RETURN);
        });
        ByteBuffer bytes = ByteBuffer.wrap(broken);
        for (int at = 0; at < broken.length - 4; at++) {
            if (bytes.getInt(at) == lowest) {
                bytes.putInt(at, -1);
                bytes.putInt(at + 4, 1 << 29);
                break;
            }
        }
        MethodOutline method = ClassOutline.of(broken).methods().get(0);
        assertThatThrownBy(method::reusesParameters)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("an instruction of -");
    }
}
