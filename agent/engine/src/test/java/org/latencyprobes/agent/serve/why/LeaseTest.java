package org.latencyprobes.agent.serve.why;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.Await;

final class LeaseTest {

    @Test
    void whatIsNotEndedInTimeIsUndone() throws InterruptedException {
        CountDownLatch undone = new CountDownLatch(1);
        Lease.start(1, undone::countDown);
        assertThat(undone.await(5, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void itsTimeIsThatOfTheLastRenewal() throws InterruptedException {
        CountDownLatch undone = new CountDownLatch(1);
        Lease lease = Lease.start(TimeUnit.DAYS.toMillis(1), 1, undone::countDown);
        lease.renew(1);
        assertThat(undone.await(5, TimeUnit.MINUTES)).isTrue();
    }

    /** As by an application that interrupts all threads. */
    @Test
    void anInterruptKeepsNothingFromBeingUndone() throws InterruptedException {
        CountDownLatch undone = new CountDownLatch(1);
        Lease lease = Lease.start(TimeUnit.DAYS.toMillis(1), undone::countDown);
        Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("latency-probes-lease"))
                .forEach(Thread::interrupt);
        lease.renew(1);
        assertThat(undone.await(5, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void whatIsEndedIsNotUndoneAndItsThreadEnds() {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        AtomicBoolean undone = new AtomicBoolean();
        Lease.start(TimeUnit.DAYS.toMillis(1), () -> undone.set(true)).end();
        Await.patiently()
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().equals("latency-probes-lease"))
                        .allMatch(before::contains));
        assertThat(undone).isFalse();
    }
}
