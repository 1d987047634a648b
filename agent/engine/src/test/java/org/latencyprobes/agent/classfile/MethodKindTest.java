package org.latencyprobes.agent.classfile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MethodKindTest {

    @ParameterizedTest
    @CsvSource({
        "<init>, ()V, CONSTRUCTOR",
        "m, ()V, METHOD",
        "m, ()Ljava/util/concurrent/Future;, METHOD",
        "m, ()Ljava/util/concurrent/CompletionStage;, ASYNC",
        "m, (I)Ljava/util/concurrent/CompletableFuture;, ASYNC",
        "m, ()[Ljava/util/concurrent/CompletableFuture;, METHOD",
        "m, (Lreactor/core/publisher/Mono;)V, METHOD",
        "m, ()Lreactor/core/publisher/Flux;, ASYNC",
        "m, ()Lio/reactivex/rxjava3/core/Completable;, ASYNC",
        "m, (ILkotlin/coroutines/Continuation;)Ljava/lang/Object;, SUSPEND",
        "m, (Lkotlin/coroutines/Continuation;I)Ljava/lang/Object;, METHOD",
        "m, (Lkotlin/coroutines/Continuation;)Lkotlin/coroutines/Continuation;, METHOD",
        "m, ([Lkotlin/coroutines/Continuation;)Ljava/lang/Object;, METHOD"
    })
    void aMethodsShapeIsInItsSignature(String name, String descriptor, MethodKind kind) {
        assertThat(MethodKind.of(name, descriptor)).isEqualTo(kind);
    }
}
