package org.latencyprobes.agent.classfile;

import java.util.Set;

/** The types whose objects complete later than the method that returns them, by the name in its descriptor. */
public final class AsyncTypes {

    private static final String SUSPENDING = "Lkotlin/coroutines/Continuation;)Ljava/lang/Object;";

    private static final Set<String> STAGES =
            Set.of("Ljava/util/concurrent/CompletionStage;", "Ljava/util/concurrent/CompletableFuture;");

    private static final Set<String> PUBLISHERS = Set.of(
            "Lreactor/core/publisher/Mono;",
            "Lreactor/core/publisher/Flux;",
            "Lio/reactivex/rxjava3/core/Single;",
            "Lio/reactivex/rxjava3/core/Maybe;",
            "Lio/reactivex/rxjava3/core/Completable;",
            "Lio/reactivex/rxjava3/core/Flowable;",
            "Lio/reactivex/rxjava3/core/Observable;");

    private AsyncTypes() {}

    /** Whether a method is compiled from a Kotlin function that may suspend. Its last parameter is where to go on. */
    static boolean isSuspending(String descriptor) {
        int last = descriptor.length() - SUSPENDING.length();
        return descriptor.endsWith(SUSPENDING) && descriptor.charAt(last - 1) != '[';
    }

    /**
     * Whether a method returns something that is already under way.
     *
     * @param descriptor the method's
     * @return true for a completion stage
     */
    public static boolean isStage(String descriptor) {
        return STAGES.contains(returnType(descriptor));
    }

    /**
     * Whether a method returns something that begins with each subscription.
     *
     * @param descriptor the method's
     * @return true for Reactor's and RxJava's types
     */
    public static boolean isPublisher(String descriptor) {
        return PUBLISHERS.contains(returnType(descriptor));
    }

    /**
     * Whether this is the name of such a type.
     *
     * @param className binary name
     * @return true for Reactor's and RxJava's types
     */
    public static boolean isPublisherName(String className) {
        return PUBLISHERS.contains('L' + className.replace('.', '/') + ';');
    }

    private static String returnType(String descriptor) {
        return descriptor.substring(descriptor.lastIndexOf(')') + 1);
    }
}
