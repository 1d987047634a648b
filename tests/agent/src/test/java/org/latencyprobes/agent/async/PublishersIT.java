package org.latencyprobes.agent.async;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.rxjava3.core.Flowable;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latencyprobes.agent.fixture.async.AbsentLibrary;
import org.latencyprobes.agent.fixture.async.ForgottenLoaders;
import org.latencyprobes.agent.fixture.async.PendingSubscriptions;
import org.latencyprobes.agent.fixture.async.ReactorFlows;
import org.latencyprobes.agent.fixture.async.RxFlows;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.PrintedReport;
import org.latencyprobes.agent.kotlin.Parked;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/** Tests of methods that return publishers of Reactor and RxJava. */
@Tag("full")
final class PublishersIT {

    private static final Path[] LIBRARIES = {
        ForkedJvm.homeOf(PublishersIT.class),
        ForkedJvm.homeOf(Flux.class),
        ForkedJvm.homeOf(Flowable.class),
        ForkedJvm.homeOf(Publisher.class)
    };

    private static JvmResult reactor;
    private static JvmResult rx;
    private static JvmResult pending;

    private static ForkedJvm jvm(Class<?> mainClass) {
        return ForkedJvm.of(mainClass).quick().addClassPath(LIBRARIES);
    }

    @BeforeAll
    static void run() {
        reactor = jvm(ReactorFlows.class).withAgent().run().expectExit(0);
        rx = jvm(RxFlows.class).withAgent().run().expectExit(0);
        pending = jvm(PendingSubscriptions.class)
                .withAgent("clock=nanotime") // that of the fixture
                .run()
                .expectExit(0);
    }

    @Test
    void subscribersSeeWhatTheySeeWithoutTheAgent() {
        assertThat(reactor.stdout())
                .isEqualTo(jvm(ReactorFlows.class).run().expectExit(0).stdout());
        assertThat(rx.stdout()).isEqualTo(jvm(RxFlows.class).run().expectExit(0).stdout());
    }

    @ParameterizedTest
    @CsvSource({
        "never, ok, 0",
        "twice, ok, 2",
        "mono, ok, 4",
        "mono, error, 1",
        "mono, cancelled, 2",
        "throwing, error, 1",
        "flux, ok, 2",
        "flux, error, 1",
        "flux, cancelled, 1",
        "backpressured, cancelled, 1",
        "in context, ok, 1",
        "fused, ok, 3",
        "debugged, ok, 1",
        "concurrent, ok, 4000"
    })
    void eachSubscriptionToReactorsIsCountedOnce(String probe, String outcome, int subscriptions) {
        assertThat(reactor.report().count(probe, outcome)).isEqualTo(subscriptions);
    }

    @ParameterizedTest
    @CsvSource({
        "single, ok, 3",
        "single, error, 1",
        "single, cancelled, 2",
        "maybe, ok, 2",
        "maybe, error, 1",
        "maybe, cancelled, 1",
        "completable, ok, 1",
        "completable, error, 1",
        "completable, cancelled, 1",
        "flowable, ok, 2",
        "flowable, error, 1",
        "flowable, cancelled, 1",
        "observable, ok, 1",
        "observable, error, 1",
        "observable, cancelled, 1",
        "backpressured, cancelled, 1"
    })
    void eachSubscriptionToRxJavasIsCountedOnce(String probe, String outcome, int subscriptions) {
        assertThat(rx.report().count(probe, outcome)).isEqualTo(subscriptions);
    }

    @Test
    void publishersThatAreMoreThanThatAreLeftAlone() {
        PrintedReport report = reactor.report();
        assertThat(report.count("ReactorFlows.connectable")).isZero();
        assertThat(reactor.messages())
                .singleElement()
                .asString()
                .startsWith("probe ReactorFlows.connectable: not timed where it returns reactor.core.publisher.Flux")
                .endsWith(", whose own methods its callers may want (said only once)");
        assertThat(rx.messages()).singleElement().asString().contains("PublishSubject");
    }

    @Test
    void aSampleBeginsWithTheSubscriptionAndEndsWithTheValue() {
        assertThat(pending.number("recordedNanos"))
                .isBetween(pending.number("shortestNanos"), pending.number("longestNanos"));
    }

    @Test
    void aSubscriptionThatStraddlesASwitchRecordsNothing() {
        assertThat(pending.fact("straddling")).isEqualTo("[on on 1, on off 0, off on 0, off off 0]");
    }

    @Test
    void whatIsReturnedWhileTheProbeIsOffIsTheBodysOwn() {
        assertThat(pending.fact("subscribedOff")).isEqualTo("true");
    }

    @Test
    void subscriptionsThatOutliveTheAgentKeepNothingOfIt() {
        assertThat(pending.fact("leavesNothing")).isEqualTo("true");
        assertThat(pending.fact("seen")).isEqualTo("[late, later, late, later]");
    }

    @Test
    void whereTheLibraryIsNotAsExpectedAMethodIsTimedUntilReturn() {
        JvmResult absent = ForkedJvm.of(AbsentLibrary.class)
                .quick()
                .addClassPath(ForkedJvm.homeOf(PublishersIT.class))
                .withAgent()
                .run()
                .expectExit(0);
        assertThat(absent.fact("second")).isEqualTo("null");
        assertThat(absent.report().count("absent")).isEqualTo(2);
        assertThat(absent.messages())
                .containsExactly("probe absent: timed until return, since its library is not as expected:"
                        + " ClassNotFoundException: reactor.core.publisher.Mono (said only once)");
    }

    @Test
    void loadersOfApplicationsAreNotKept() {
        JvmResult forgotten = jvm(ForgottenLoaders.class)
                .addClassPath(ForkedJvm.homeOf(Parked.class), ForkedJvm.homeOf(kotlin.Unit.class))
                .withAgent()
                .run()
                .expectExit(0);
        assertThat(forgotten.fact("forgotten")).isEqualTo("true");
        for (String probe : new String[] {"mono", "single", "parked"}) {
            assertThat(forgotten.report().count(probe)).as(probe).isEqualTo(3);
        }
    }
}
