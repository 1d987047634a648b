package org.latencyprobes.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.weave.code.WovenFiles;
import org.latencyprobes.annotation.Probe;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Methods of types that complete later, in a class file whose libraries are not there. */
final class LaterWeavingTest {

    private static final String OWNER = "org/latencyprobes/agent/weave/Service";
    private static final String SUSPENDING = "(JLkotlin/coroutines/Continuation;)Ljava/lang/Object;";

    private static ClassWriter begin() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, OWNER, null, "java/lang/Object", null);
        return writer;
    }

    private static MethodVisitor probed(ClassWriter writer, String descriptor) {
        MethodVisitor method =
                writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "probed", descriptor, null, null);
        method.visitAnnotation(Type.getDescriptor(Probe.class), true).visitEnd();
        method.visitCode();
        return method;
    }

    private static byte[] end(ClassWriter writer, MethodVisitor method) {
        method.visitInsn(Opcodes.ACONST_NULL);
        method.visitInsn(Opcodes.ARETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
        return writer.toByteArray();
    }

    private static List<String> callSitesOf(String descriptor) {
        ClassWriter writer = begin();
        return WovenFiles.callSites(WovenFiles.weave(end(writer, probed(writer, descriptor))), "probed");
    }

    @Test
    void aStagesExitSeesItAndGivesNothingBack() {
        String constants = "[Service.probed, java.util.concurrent.CompletionStage]";
        assertThat(callSitesOf("()Ljava/util/concurrent/CompletionStage;"))
                .containsExactly("enter()J" + constants, "exit(JLjava/lang/Object;Ljava/lang/Throwable;)V" + constants);
    }

    @Test
    void aPublishersExitGivesAnotherOneBack() {
        String constants = "[Service.probed, reactor.core.publisher.Mono]";
        assertThat(callSitesOf("(DLjava/lang/String;)Lreactor/core/publisher/Mono;"))
                .containsExactly(
                        "enter()J" + constants,
                        "exit(JLjava/lang/Object;Ljava/lang/Throwable;)Ljava/lang/Object;" + constants);
    }

    @Test
    void aSuspendingFunctionsEnterGivesAnotherContinuationBack() {
        assertThat(callSitesOf(SUSPENDING))
                .containsExactly(
                        "enter(Ljava/lang/Object;)Ljava/lang/Object;[Service.probed, ]",
                        "exit(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Throwable;)V[Service.probed]");
    }

    @Test
    void subtypesAreTimedUntilReturn() {
        assertThat(callSitesOf("()Lreactor/core/publisher/ConnectableFlux;"))
                .containsExactly("enter()J[Service.probed]", "exit(JLjava/lang/Throwable;)V[Service.probed]");
    }

    /** As the compiler begins a function, but for the field's name. */
    private static byte[] withStateMachine(String machine, String label) {
        int continuation = 2;
        ClassWriter writer = begin();
        MethodVisitor method = probed(writer, SUSPENDING);
        Label first = new Label();
        method.visitVarInsn(Opcodes.ALOAD, continuation);
        method.visitTypeInsn(Opcodes.INSTANCEOF, machine);
        method.visitJumpInsn(Opcodes.IFEQ, first);
        method.visitVarInsn(Opcodes.ALOAD, continuation);
        method.visitTypeInsn(Opcodes.CHECKCAST, machine);
        method.visitFieldInsn(Opcodes.GETFIELD, machine, label, "I");
        method.visitLdcInsn(Integer.MIN_VALUE);
        method.visitInsn(Opcodes.IAND);
        method.visitJumpInsn(Opcodes.IFEQ, first);
        method.visitLabel(first);
        method.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        return end(writer, method);
    }

    @Test
    void aStateMachineIsKnownByWhatTheFunctionLooksAt() {
        assertThat(WovenFiles.callSites(WovenFiles.weave(withStateMachine(OWNER + "$probed$1", "label")), "probed"))
                .contains(
                        "enter(Ljava/lang/Object;)Ljava/lang/Object;[Service.probed, org.latencyprobes.agent.weave.Service$probed$1.label]");
        assertThat(WovenFiles.callSites(WovenFiles.weave(withStateMachine("a/b", "c")), "probed"))
                .contains("enter(Ljava/lang/Object;)Ljava/lang/Object;[Service.probed, a.b.c]");
    }

    @Test
    void weavingIsRepeatable() {
        byte[] classFile = withStateMachine(OWNER + "$probed$1", "label");
        assertThat(WovenFiles.weave(classFile)).isEqualTo(WovenFiles.weave(classFile));
    }
}
