package org.latencyprobes.agent.weave.code;

import java.io.IOException;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * An advice type without its {@code backupArguments = false}. The woven method works on copies of its arguments, so that the stack maps of
 * woven code can keep the parameters' own types.
 *
 * <p>It is for methods that use a parameter's variable for something else. The others do without the copies, which cost bytes.
 */
final class BackupArgumentsAdvice extends ClassVisitor {

    private static final String BACKUP_ARGUMENTS = "backupArguments";

    private BackupArgumentsAdvice(ClassVisitor next) {
        super(OpenedClassReader.ASM_API, next);
    }

    static TypeDescription in(Class<?> adviceType, ClassFileLocator files) {
        try {
            ClassWriter writer = new ClassWriter(0);
            OpenedClassReader.of(files.locate(adviceType.getName()).resolve())
                    .accept(new BackupArgumentsAdvice(writer), 0);
            ClassFileLocator changed = ClassFileLocator.Simple.of(adviceType.getName(), writer.toByteArray());
            return new TypePool.Default(
                            TypePool.CacheProvider.Simple.withObjectType(),
                            new ClassFileLocator.Compound(changed, files),
                            TypePool.Default.ReaderMode.FAST,
                            TypePool.ClassLoading.ofPlatformLoader())
                    .describe(adviceType.getName())
                    .resolve();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
        return new MethodVisitor(OpenedClassReader.ASM_API, method) {
            @Override
            public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
                return withoutFlag(super.visitAnnotation(annotation, visible));
            }
        };
    }

    private static AnnotationVisitor withoutFlag(AnnotationVisitor annotation) {
        return new AnnotationVisitor(OpenedClassReader.ASM_API, annotation) {
            @Override
            public void visit(String key, Object value) {
                if (!key.equals(BACKUP_ARGUMENTS)) {
                    super.visit(key, value);
                }
            }
        };
    }
}
