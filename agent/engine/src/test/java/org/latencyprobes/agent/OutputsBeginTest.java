package org.latencyprobes.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.option.BadOptionException;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.agent.option.Sources;
import org.latencyprobes.agent.serve.SelectionThreads;
import org.latencyprobes.agent.serve.SelectionThreadsTest;

/** Which thread begins the outputs. */
final class OutputsBeginTest {

    private final WarmUpThread warmUp = new WarmUpThread();
    private final SelectionThreads selection = new SelectionThreads();
    private final SlowOwner owner = new SlowOwner();

    /** An owner whose outputs take as long to begin as is wanted. */
    private static final class SlowOwner implements OutputsBegin.Owner {

        private final List<String> threads = new CopyOnWriteArrayList<>();
        private final CountDownLatch mayEnd = new CountDownLatch(1);
        private final CountDownLatch hasEnded = new CountDownLatch(1);
        private volatile boolean hasBegun;

        @Override
        public boolean hasBegun() {
            return hasBegun;
        }

        @Override
        public void beginOutputs() {
            threads.add(Thread.currentThread().getName());
            try {
                mayEnd.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            hasBegun = true;
            hasEnded.countDown();
        }
    }

    @AfterEach
    void end() {
        owner.mayEnd.countDown();
        selection.end();
    }

    private OutputsBegin outputsBegin() throws BadOptionException {
        return new OutputsBegin(owner, Options.of(Sources.of("jitter=off,slow=off")));
    }

    /** Whether a thread of the application's gets through that links the first probe. */
    private static boolean links(OutputsBegin begin) throws InterruptedException {
        Thread linking = new Thread(begin, "links");
        linking.start();
        linking.join(TimeUnit.MINUTES.toMillis(5));
        return !linking.isAlive();
    }

    /** Such as where a pattern has had the weaver made ahead. */
    @Test
    void whoLinksTheFirstProbeDoesNotWaitWhereTheWarmUpNeverBegan() throws Exception {
        OutputsBegin begin = outputsBegin();
        begin.beginElsewhere(warmUp, selection);
        assertThat(links(begin)).isTrue();
        owner.mayEnd.countDown();
        assertThat(owner.hasEnded.await(5, TimeUnit.MINUTES)).isTrue();
        assertThat(owner.threads).containsExactly("latency-probes-selection");
    }

    @Test
    void whoLinksTheFirstProbeDoesNotWaitWhereTwoThreadsLoadedClassesWithProbes() throws Exception {
        OutputsBegin begin = outputsBegin();
        boolean links;
        synchronized (warmUp) { // so that it cannot end before
            warmUp.begin();
            begin.beginElsewhere(warmUp, selection);
            begin.beginElsewhere(warmUp, selection);
            links = links(begin);
        }
        assertThat(links).isTrue();
        owner.mayEnd.countDown();
        assertThat(owner.hasEnded.await(5, TimeUnit.MINUTES)).isTrue();
        assertThat(owner.threads).containsExactly("latency-probes-warm-up");
    }

    @Test
    void whoLinksTheFirstProbeBeginsThemWhereTheJvmHasNoThread() throws Exception {
        OutputsBegin begin = outputsBegin();
        owner.mayEnd.countDown();
        begin.beginElsewhere(warmUp, new SelectionThreadsTest.Scarce());
        assertThat(owner.threads).isEmpty();
        begin.run();
        assertThat(owner.threads).containsExactly(Thread.currentThread().getName());
    }
}
