package org.latencyprobes.agent.inflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.clock.TestClock;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.select.Verdict;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.counts.OpenCalls;

/** Tests of what is said of calls that do not return, of probes {@code A.a}, {@code B.b} and so on. */
final class StuckCallsTest {

    private static final String IN_FLIGHT = ": slow --running shows where";

    private final List<Interval> recorded = new ArrayList<>();
    private final List<Linker.Linked> linked = new ArrayList<>();
    private final List<List<OpenStacks.Open>> threads = new ArrayList<>();
    private final List<MethodExplanation> methods = new ArrayList<>();
    private String threadName = "stuck";
    private int readings;

    private static MethodExplanation method(char letter) {
        String type = String.valueOf(letter).toUpperCase();
        return new MethodExplanation(
                type, "app", letter + "(int)", Verdict.PROBED, type + '.' + letter, "", "", 10, 20, "");
    }

    private static MethodExplanation tagged(char letter, String tag) {
        String type = String.valueOf(letter).toUpperCase();
        return new MethodExplanation(
                type, "app", letter + "(int)", Verdict.PROBED, "op{" + tag + '}', "", "", 10, 20, "");
    }

    private void record(String probe, long maxMillis) {
        long nanos = TimeUnit.MILLISECONDS.toNanos(maxMillis);
        recorded.add(Interval.of(probe, Map.of(), "ok", "probe", nanos, new Histogram(2)));
    }

    private static OpenStacks.Open open(String method, double seconds) {
        return new OpenStacks.Open(method, (long) (seconds * 1e9));
    }

    private StuckCalls stuck() {
        "abcde".chars().forEach(letter -> methods.add(method((char) letter)));
        return new StuckCalls(
                () -> {
                    readings++;
                    return methods;
                },
                () -> linked,
                (probed, unsure, visitor) -> threads.forEach(open -> {
                    List<OpenStacks.Open> known = open.stream()
                            .filter(call -> probed.test(call.method()))
                            .toList();
                    if (!known.isEmpty()) {
                        StackTraceElement frame = new StackTraceElement("A", "a", "A.java", 3);
                        visitor.visit(new Thread(threadName), new StackTraceElement[] {frame}, known);
                    }
                }),
                () -> {
                    readings++;
                    return recorded;
                });
    }

    @Test
    void aCallLongerThanAllThatIsRecordedIsToldOnceForItsProbe() {
        record("A.a", 5);
        threads.add(List.of(open("A#a", 20.4)));
        threads.add(List.of(open("A#a", 1.26)));
        threads.add(List.of(open("A#a", 0.9)));
        assertThat(stuck().sentences())
                .containsExactly("2 calls of A.a have not returned, the oldest after 20 s" + IN_FLIGHT);
        assertThat(stuck().lastSentences())
                .containsExactly(
                        "2 calls of A.a have not returned, the oldest after 20 s, on thread stuck at A.a(A.java:3)");
    }

    @Test
    void theNameOfAThreadMakesNoLineOfItsOwn() {
        threadName = "worker\nlatency-probes: everything is fine\u001b[31m\u0085";
        threads.add(List.of(open("A#a", 2)));
        assertThat(stuck().lastSentences())
                .containsExactly("1 call of A.a has not returned after 2.0 s, on thread"
                        + " worker\\u000alatency-probes: everything is fine\\u001b[31m\\u0085 at A.a(A.java:3)");
    }

    @Test
    void aCallAsLongAsOthersOrShortIsNone() {
        record("A.a", 3_000);
        threads.add(List.of(open("A#a", 2.9)));
        threads.add(List.of(open("B#b", 0.9)));
        assertThat(stuck().sentences()).isEmpty();
    }

    @Test
    void whereNoCallIsInFlightNothingIsRead() {
        assertThat(stuck().sentences()).isEmpty();
        assertThat(readings).isZero();
    }

    @Test
    void ofCallsInsideEachOtherTheInnermostCounts() {
        record("A.a", 5);
        threads.add(List.of(open("A#a", 0.1), open("B#b", 7_200)));
        threads.add(List.of(open("A#a", 4), open("B#b", 7_200)));
        assertThat(stuck().sentences())
                .containsExactly(
                        "1 call of A.a has not returned after 4.0 s" + IN_FLIGHT,
                        "1 call of B.b has not returned after 120 min" + IN_FLIGHT);
    }

    @Test
    void threeProbesAreNamedAndThoseWithRecordedCallsFirst() {
        threads.add(List.of(open("A#a", 9_000)));
        threads.add(List.of(open("B#b", 2)));
        threads.add(List.of(open("C#c", 3)));
        threads.add(List.of(open("D#d", 5)));
        threads.add(List.of(open("E#e", 4)));
        record("B.b", 1);
        assertThat(stuck().sentences())
                .hasSize(4)
                .first()
                .asString()
                .startsWith("1 call of B.b has not returned after 2.0 s");
        assertThat(stuck().sentences()).last().isEqualTo("2 more probes have calls that have not returned");
    }

    /** Calls of {@code A.a}, the outermost, {@code B.b} and {@code C.c}, on a thread that notes some of them and waits. */
    private static final class Caller extends Thread {

        private static final Clock CLOCK = new TestClock(1_000_000_000, 1_000_000_000, any -> TimeUnit.DAYS.toNanos(1));

        private final CountDownLatch isIn = new CountDownLatch(1);
        private final CountDownLatch end = new CountDownLatch(1);
        private final double[] seconds;
        private boolean hasStripe;

        /** Each for so long, the outermost first. */
        Caller(double... seconds) {
            this.seconds = seconds;
        }

        @Override
        public void run() {
            OpenCalls open = OpenCalls.ofCurrentThread();
            hasStripe = open != null;
            for (double each : hasStripe ? seconds : new double[0]) {
                open.begin(CLOCK.now() - (long) (each * 1e9));
            }
            a();
        }

        private void a() {
            b();
        }

        private void b() {
            c();
        }

        private void c() {
            isIn.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private static MethodExplanation method(String name) {
            return new MethodExplanation(
                    Caller.class.getName(), "app", name + "()", Verdict.PROBED, name + ".probe", "", "", 10, 20, "");
        }

        /** What is said of its calls. */
        private static List<String> said(Collection<Linker.Linked> linked, double... seconds) throws Exception {
            while (true) {
                Caller caller = new Caller(seconds);
                caller.start();
                try {
                    caller.isIn.await();
                    if (caller.hasStripe) { // rarely not: its place may be another thread's, by chance
                        return new StuckCalls(
                                        () -> Stream.of("a", "b", "c")
                                                .map(Caller::method)
                                                .toList(),
                                        () -> linked,
                                        (probed, unsure, visitor) ->
                                                new OpenStacks(probed, unsure, () -> CLOCK, 1).forEach(visitor),
                                        List::of)
                                .sentences();
                    }
                } finally {
                    caller.end.countDown();
                    caller.join();
                }
            }
        }
    }

    private static Linker.Linked linked(String probe, Mode mode) {
        return new Linker.Linked(probe, Map.of(), mode, 0);
    }

    @Test
    void whereACallMayNotBeNotedTheAgesOfThoseAroundItAreNotKnown() throws Exception {
        List<Linker.Linked> sampled = List.of(linked("b.probe", Mode.sampled(2)));
        assertThat(Caller.said(sampled, 20, 5, 0.1)).isEmpty();
        assertThat(Caller.said(sampled, 20, 0.1)).isEmpty();
        for (double[] noted : new double[][] {{20, 5, 2}, {20, 2}, {2}}) {
            assertThat(Caller.said(sampled, noted))
                    .containsExactly("1 call of c.probe has not returned after 2.0 s" + IN_FLIGHT);
        }
    }

    @Test
    void whereAllAreNotedOrNoneOfAProbeAgesAreKnown() throws Exception {
        assertThat(Caller.said(List.of(), 20, 5, 0.1))
                .containsExactly("1 call of b.probe has not returned after 5.0 s" + IN_FLIGHT);
        for (Mode mode : List.of(Mode.OFF, Mode.COUNTED)) {
            assertThat(Caller.said(List.of(linked("b.probe", mode)), 20, 0.1))
                    .containsExactly("1 call of a.probe has not returned after 20 s" + IN_FLIGHT);
        }
    }

    @Test
    void ofProbesOfOneNameThoseThatAreOnAreTold() {
        methods.add(tagged('a', "kind=read"));
        methods.add(tagged('b', "kind=write"));
        linked.add(new Linker.Linked("op", Map.of("kind", "read"), Mode.OFF, 0));
        linked.add(new Linker.Linked("op", Map.of("kind", "write"), Mode.ON, 0));
        threads.add(List.of(open("A#a", 9)));
        threads.add(List.of(open("B#b", 8)));
        assertThat(stuck().sentences()).containsExactly("1 call of op has not returned after 8.0 s" + IN_FLIGHT);
    }

    @Test
    void probesWhoseCallsAreNotTimedAreLeftOut() {
        linked.add(linked("A.a", Mode.OFF));
        threads.add(List.of(open("A#a", 9)));
        assertThat(stuck().sentences()).isEmpty();
    }
}
