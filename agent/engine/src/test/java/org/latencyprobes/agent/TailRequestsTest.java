package org.latencyprobes.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.FlightRecorder;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.clock.ClockPair;
import org.latencyprobes.agent.command.HistogramText;
import org.latencyprobes.agent.command.TailTables;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.Column;
import org.latencyprobes.agent.control.ExitCode;
import org.latencyprobes.agent.control.Reply;
import org.latencyprobes.agent.control.Request;
import org.latencyprobes.agent.flight.FlightRecording;
import org.latencyprobes.agent.flight.HungFile;
import org.latencyprobes.agent.option.BadOptionException;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.agent.option.Sources;
import org.latencyprobes.agent.weave.Weaving;
import org.latencyprobes.probe.LatencyProbe;

/** Tests of {@code tail} in an agent that weaves nothing, whose other commands are answered with nothing. */
final class TailRequestsTest implements ControlChannel.Agent {

    private static final String OPTIONS = "jitter=off,report=off,slow=20ms";
    private static final String ID = "7";
    private static final String MILLIS = String.valueOf(TimeUnit.HOURS.toMillis(1));
    private static final Duration LONG = Duration.ofMinutes(2);

    private final ControlChannel channel = new ControlChannel(this);
    private final SelectionThreads selection = new SelectionThreads();
    private Settings settings;
    private ControlThread control;
    private OfNoJvm tail;

    @TempDir
    private Path folder;

    /** It has no clock of Flight Recorder's, and no threads where a test says so. */
    private static final class OfNoJvm extends TailRequests {

        private boolean isOut;
        private final AtomicBoolean isBeginning = new AtomicBoolean();
        private long longestBeginMillis = TailRecording.LONGEST_BEGIN_MILLIS;

        OfNoJvm(ControlChannel channel, Settings settings, ControlThread control, SelectionThreads selection) {
            super(channel, settings, control, selection, null, null);
        }

        @Override
        Lease newLease(long millis, Runnable undo) {
            if (isOut) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return super.newLease(millis, undo);
        }

        @Override
        TailRecording newRecording() {
            return new TailRecording(null, isBeginning, longestBeginMillis) {
                @Override
                ClockPair eventTicks() {
                    return new ClockPair(0, 0, 0);
                }
            };
        }
    }

    @BeforeEach
    void begin() throws BadOptionException {
        Sources sources = Sources.of(OPTIONS);
        Options options = Options.of(sources);
        Object[] launch = {null, instrumentation(), null};
        control = new Session(sources, options, launch, new WarmUpThread(), null, null).begin();
        settings = new Settings(sources, options);
        tail = new OfNoJvm(channel, settings, control, selection);
    }

    private static Instrumentation instrumentation() {
        return (Instrumentation) Proxy.newProxyInstance(
                Instrumentation.class.getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (proxy, method, given) -> method.getReturnType() == boolean.class
                        ? false
                        : method.getReturnType() == Class[].class ? new Class<?>[0] : null);
    }

    @AfterEach
    void end() {
        tail.leave();
        control.finish(false);
        selection.end();
        channel.end();
    }

    @Override
    public Answer answer(Request request, Progress progress) throws ExecutionException {
        return request.command().equals("tail") ? tail.answer(request.arguments()) : new Answer();
    }

    @Override
    public boolean isGone() {
        return false;
    }

    private Answer ask(String command, String... arguments) {
        return channel.answer(new Request(command, List.of(arguments)), new Reply(null));
    }

    private Answer begin(String deep, String slowNanos) {
        return ask("tail", "begin", ID, MILLIS, MILLIS, deep, slowNanos);
    }

    private String stackRemark() throws ExecutionException {
        return control.call(() -> new Answer().say(control.outputs().slow().stackRemark()))
                .sentences()
                .get(0);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aDumpThatHangsKeepsNeitherOtherCommandsNorAnAgentThatLeaves() throws Exception {
        HungFile hung = HungFile.in(folder);
        assertThat(begin("deep", "0").exitCode()).isEqualTo(ExitCode.OK);
        Thread ending = new Thread(() -> ask("tail", "end", ID, hung.path().toString()));
        ending.start();
        try {
            hung.awaitDump();
            CompletableFuture.supplyAsync(() -> ask("probe", "any")).get(1, TimeUnit.MINUTES);
            CompletableFuture.runAsync(tail::leave).get(1, TimeUnit.MINUTES);
        } finally {
            hung.free(ending);
        }
    }

    /** Whoever dumps another recording then has Flight Recorder's lock. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void whereADumpOfOthersHangsItGoesOnWithoutARecording() throws Exception {
        HungFile hung = HungFile.in(folder);
        try (FlightRecording others = FlightRecording.temporary()) {
            Thread dumping = new Thread(() -> dump(others, hung.path()));
            dumping.start();
            try {
                hung.awaitDump();
                hung.awaitDumpWithLock();
                tail.longestBeginMillis = 1;
                assertThat(begin("deep", "0").exitCode()).isEqualTo(ExitCode.OK);
                assertThat(tail.isBeginning).as("a thread waits").isTrue();
                ask("tail", "end", ID, "");
                Set<Thread> waiting = Thread.getAllStackTraces().keySet();
                assertThat(begin("deep", "0").exitCode()).isEqualTo(ExitCode.OK);
                assertThat(Thread.getAllStackTraces().keySet())
                        .filteredOn(thread -> thread.getName().equals("latency-probes-recording"))
                        .as("no second thread waits")
                        .isSubsetOf(waiting);
                Answer answer =
                        ask("tail", "end", ID, folder.resolve("tail.jfr").toString());
                assertThat(answer.find(TailTables.NO_RECORDING)
                                .orElseThrow()
                                .rows()
                                .toString())
                        .contains("Flight Recorder is busy");
            } finally {
                hung.free(dumping);
            }
            Awaitility.await().atMost(LONG).until(() -> !tail.isBeginning.get());
            Awaitility.await("what began too late has ended")
                    .atMost(LONG)
                    .until(() ->
                            FlightRecorder.getFlightRecorder().getRecordings().size() == 1);
        }
    }

    private static void dump(FlightRecording recording, Path file) {
        try {
            recording.dump(file);
        } catch (IOException noFile) { // a pipe, to which it hung for long enough
            return;
        }
    }

    /** As a command does that has waited for too long. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aDumpThatHangsKeepsNoOtherTail() throws Exception {
        HungFile hung = HungFile.in(folder);
        assertThat(begin("deep", "5000000").exitCode()).isEqualTo(ExitCode.OK);
        Thread ending = new Thread(() -> ask("tail", "end", ID, hung.path().toString()));
        ending.start();
        try {
            hung.awaitDump();
            assertThat(begin("plain", "0").exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(ask("tail", "end", ID, "").exitCode()).isEqualTo(ExitCode.OK);
            assertThat(stackRemark()).contains("for 20 ms or longer");
            assertThat(begin("plain", "0").exitCode()).isEqualTo(ExitCode.OK);
        } finally {
            hung.free(ending);
        }
        assertThat(ask("tail", "end", ID, "").exitCode())
                .as("the later one goes on")
                .isEqualTo(ExitCode.OK);
    }

    @Test
    @Tag("full")
    void theThresholdIsTheUsersAgainAlsoWhereTheEndWasNotAnsweredInTime() throws Exception {
        assertThat(begin("plain", "5000000").exitCode()).isEqualTo(ExitCode.OK);
        assertThat(stackRemark()).contains("for 5 ms or longer");
        CountDownLatch isBusy = new CountDownLatch(1);
        control.execute(() -> await(isBusy));
        assertThat(ask("tail", "end", ID, "").exitCode()).isEqualTo(ExitCode.FAILED);
        isBusy.countDown();
        Awaitility.await().atMost(LONG).until(() -> stackRemark().contains("for 20 ms or longer"));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void whereThereIsNoThreadForItsLeaseNothingStays() {
        tail.isOut = true;
        assertThat(begin("plain", "0").exitCode()).isEqualTo(ExitCode.FAILED);
        tail.isOut = false;
        assertThat(begin("plain", "0").exitCode()).isEqualTo(ExitCode.OK);
        assertThat(begin("plain", "0").sentences())
                .singleElement()
                .asString()
                .startsWith("another tail is under way in this JVM: ");
    }

    @Test
    void whereThereIsNoThreadForItsLeaseTheAgentLeavesAllTheSame() {
        tail.isOut = true;
        assertThat(begin("plain", "5000000").exitCode()).isEqualTo(ExitCode.FAILED);
        tail.leave();
        assertThat(begin("plain", "0").exitCode()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void whoeverIsRefusedLearnsForHowLongAndTheWayOut() {
        assertThat(tail.state()).isEqualTo("none");
        begin("plain", "0");
        assertThat(tail.state()).matches("under way: it watches for \\d+ s more, and is undone within \\d+ s .*");
        assertThat(begin("plain", "0").sentences())
                .singleElement()
                .asString()
                .matches("another tail is under way in this JVM: .* undone within \\d+ s .*; detach <pid> ends it .*");
    }

    @Test
    void aCommandThatGoesOnKeepsWhatItHasBegun() {
        assertThat(ask("tail", "renew", ID, MILLIS).exitCode()).isEqualTo(ExitCode.FAILED);
        begin("plain", "0");
        assertThat(ask("tail", "renew", ID, "2000000").exitCode()).isEqualTo(ExitCode.OK);
        assertThat(tail.state()).matches(".* undone within (2001|2000|1\\d{3}) s .*");
        assertThat(ask("tail", "renew", ID, "1").exitCode()).isEqualTo(ExitCode.OK);
        Awaitility.await().atMost(LONG).until(() -> tail.state().equals("none"));
        assertThat(ask("tail", "renew", ID, MILLIS).exitCode()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void aCommandNeitherKeepsNorEndsWhatAnotherHasBegun() {
        begin("plain", "0");
        assertThat(ask("tail", "renew", "8", "1").exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(ask("tail", "end", "8", "").exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(ask("tail", "end", ID, "").exitCode()).isEqualTo(ExitCode.OK);
    }

    private Answer detach(Leaving leaving) throws Exception {
        return new RequestHandler(leaving, settings, control, selection, null, null, null, tail)
                .answer(new Request("detach", List.of()), new Reply(null));
    }

    @Test
    void anAgentThatCannotLeaveYetSaysSoAndItsTailGoesOn() throws Exception {
        assertThat(begin("plain", "0").exitCode()).isEqualTo(ExitCode.OK);
        Answer refused = detach((progress, begun) -> {
            throw new TimeoutException("try again");
        });
        assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(refused.sentences()).containsExactly("try again");
        assertThat(ask("tail", "end", ID, "").exitCode()).isEqualTo(ExitCode.OK);
        assertThat(begin("plain", "0").exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void anAgentThatLeavesEndsItsTail() throws Exception {
        assertThat(begin("plain", "0").exitCode()).isEqualTo(ExitCode.OK);
        detach((progress, begun) -> {
            begun.run();
            return new Weaving.Change(0, 0, 0);
        });
        assertThat(ask("tail", "end", ID, "").exitCode()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void theEndTellsFromWhatDurationOnCallsAreSlow() {
        begin("plain", "0");
        assertThat(ask("tail", "end", ID, "").get(TailTables.THRESHOLDS).columns())
                .extracting(Column::name)
                .containsExactly("probe", "tags", "nanos", "isAuto");
    }

    /** Each slow call that is handed out is followed by another one. */
    @Test
    void noCallIsCountedThatIsNotTaken() throws Exception {
        LatencyProbe probe = LatencyProbe.named("TailRequestsTest.calls");
        begin("plain", "5000000");
        control.call(() -> {
            control.outputs().slow().listen(calls -> probe.sampleNanos(6_000_000));
            return new Answer();
        });
        probe.sampleNanos(6_000_000);
        Answer answer = ask("tail", "end", "");
        long counted = answer.rows(TailTables.HISTOGRAMS).stream()
                .filter(row -> row.get(0).equals(probe.name()))
                .mapToLong(row -> HistogramText.parse(row.get(3)).getTotalCount())
                .sum();
        assertThat(counted).isPositive();
        assertThat(answer.rows(TailTables.CALLS))
                .filteredOn(row -> row.get(0).equals(probe.name()))
                .hasSizeGreaterThanOrEqualTo((int) counted);
    }

    @Test
    void aTimeThatIsOverIsNotWatched() throws Exception {
        TailWatch watch = new TailWatch(null, control);
        TailWatch.Time time = new TailWatch.Time();
        time.end();
        control.call(() -> watch.begin(time, 5_000_000));
        assertThat(stackRemark()).contains("for 20 ms or longer");
        assertThat(control.call(() -> watch.tables(time)).exitCode()).isEqualTo(ExitCode.FAILED);
    }
}
