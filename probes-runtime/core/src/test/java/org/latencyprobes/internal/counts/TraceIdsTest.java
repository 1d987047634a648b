package org.latencyprobes.internal.counts;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** It is one for the JVM: no other test may ask meanwhile. */
@Isolated
class TraceIdsTest {

    private final List<MethodHandle> held = new ArrayList<>();
    private static boolean isAsking;
    private static Error failure;
    private static String within;

    @AfterEach
    void askNobody() {
        failure = null;
        isAsking = false;
        TraceIds.ask(List.of());
    }

    private static MethodHandle way(String name) throws ReflectiveOperationException {
        return MethodHandles.lookup().findStatic(TraceIdsTest.class, name, MethodType.methodType(String.class));
    }

    /** They are asked as long as somebody holds them. */
    private void ask(MethodHandle... ways) {
        held.addAll(List.of(ways));
        TraceIds.ask(Stream.of(ways).map(WeakReference::new).toList());
    }

    static String nothing() {
        return null;
    }

    static String empty() {
        return "";
    }

    static String some() {
        return "some";
    }

    static String asksItself() {
        if (isAsking) {
            within = TraceIds.present();
        }
        return "outer";
    }

    static String mayFail() {
        if (failure != null) {
            throw failure;
        }
        return "fails";
    }

    @Test
    void theFirstWayWithAnIdCounts() throws ReflectiveOperationException {
        assertThat(TraceIds.present()).isNull();
        MethodHandle nothing = way("nothing");
        MethodHandle empty = way("empty");
        MethodHandle some = way("some");
        MethodHandle other = way("mayFail");
        ask(nothing, empty, some, other);
        assertThat(TraceIds.present()).isEqualTo("some");
        ask(nothing, empty);
        assertThat(TraceIds.present()).isNull();
    }

    /** A library that is asked may have probes itself. */
    @Test
    void whoIsAskedDoesNotAskAgain() throws ReflectiveOperationException {
        MethodHandle way = way("asksItself");
        ask(way);
        isAsking = true;
        within = "unset";
        assertThat(TraceIds.present()).isEqualTo("outer");
        assertThat(within).isNull();
    }

    @Test
    void aWayThatThrowsIsGivenUpForGoodAndCounted() throws ReflectiveOperationException {
        MethodHandle failing = way("mayFail");
        MethodHandle some = way("some");
        ask(failing, some);
        assertThat(TraceIds.present()).isEqualTo("fails");
        long before = TraceIds.failures();
        failure = new AssertionError();
        assertThat(TraceIds.present()).isEqualTo("some");
        failure = null;
        assertThat(TraceIds.present()).isEqualTo("some");
        assertThat(TraceIds.failures()).isEqualTo(before + 1);
    }

    @Test
    void atTheEndOfAStackNoWayIsGivenUp() throws ReflectiveOperationException {
        MethodHandle failing = way("mayFail");
        ask(failing);
        failure = new StackOverflowError("of a test");
        assertThat(TraceIds.present()).isNull();
        failure = null;
        assertThat(TraceIds.present()).isEqualTo("fails");
    }
}
