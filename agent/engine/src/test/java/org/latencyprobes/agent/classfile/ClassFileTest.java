package org.latencyprobes.agent.classfile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.ClassFiles;

final class ClassFileTest {

    @Retention(RetentionPolicy.RUNTIME)
    @interface Inner {}

    @Retention(RetentionPolicy.RUNTIME)
    @interface OnClass {
        String[] texts() default {};

        Inner[] nested() default {};

        Class<?> type() default Object.class;

        RetentionPolicy constant() default RetentionPolicy.CLASS;

        long number() default 1;
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface OnMethod {}

    @Retention(RetentionPolicy.RUNTIME)
    @interface OnField {}

    @Retention(RetentionPolicy.RUNTIME)
    @interface OnParameter {}

    @interface NotAtRunTime {}

    @OnClass(
            texts = {"a", "b"},
            nested = {@Inner, @Inner},
            type = String.class,
            constant = RetentionPolicy.RUNTIME,
            number = 1L << 40)
    abstract static class Annotated extends ArrayList<String> implements Runnable, Serializable {
        private static final long serialVersionUID = 0x1234_5678_9abc_def0L;
        static final double WIDE = Math.PI;

        @OnField
        transient int field;

        @OnMethod
        @NotAtRunTime
        @Deprecated
        void method(@OnParameter int parameter) {}
    }

    private static final class Named implements ClassFile.Names {
        private final List<String> parents = new ArrayList<>();
        private final List<String> annotations = new ArrayList<>();

        @Override
        public void parent(String internalName) {
            parents.add(internalName);
        }

        @Override
        public void annotation(String descriptor) {
            annotations.add(descriptor);
        }
    }

    private static Named read(byte[] bytes) {
        Named named = new Named();
        ClassFile file = new ClassFile(bytes);
        file.parents(named);
        file.annotations(named);
        return named;
    }

    @Test
    void tellsSuperclassAndInterfaces() {
        assertThat(read(ClassFiles.of(Annotated.class)).parents)
                .containsExactly("java/util/ArrayList", "java/lang/Runnable", "java/io/Serializable");
        assertThat(read(ClassFiles.of(Object.class)).parents).isEmpty();
    }

    @Test
    void tellsAnnotationsOfClassAndMethodsButNoOthers() {
        assertThat(read(ClassFiles.of(Annotated.class)).annotations)
                .containsExactlyInAnyOrder(
                        OnClass.class.descriptorString(),
                        OnMethod.class.descriptorString(),
                        Deprecated.class.descriptorString());
    }

    @Test
    void endsWhateverTheBytesAre() {
        byte[] whole = ClassFiles.of(Annotated.class);
        Random random = new Random(3);
        for (int round = 0; round < 5_000; round++) {
            byte[] broken = Arrays.copyOf(whole, round % 3 == 0 ? random.nextInt(whole.length) : whole.length);
            for (int change = 0; change < 3 && broken.length > 0; change++) {
                broken[random.nextInt(broken.length)] = (byte) random.nextInt(256);
            }
            try {
                read(broken);
            } catch (IndexOutOfBoundsException | IllegalArgumentException expected) {
                assertThat(expected).isNotNull();
            }
        }
    }
}
