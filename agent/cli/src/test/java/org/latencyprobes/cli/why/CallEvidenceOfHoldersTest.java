package org.latencyprobes.cli.why;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.latencyprobes.cli.why.recording.DeepTimeline;
import org.latencyprobes.cli.why.recording.DeepTimelines;
import org.latencyprobes.explain.Detail;
import org.latencyprobes.explain.HeldWait;
import org.latencyprobes.explain.Holder;
import org.latencyprobes.explain.Span;
import org.latencyprobes.explain.Wait;
import org.latencyprobes.explain.WaitKind;

/** Tests of who is told to have held the lock that a call waited for. */
final class CallEvidenceOfHoldersTest {

    private static final long THREAD = 7;
    private static final long HOLDER = 9;
    private static final String LOCK = "ReentrantLock$FairSync";

    private final List<Wait> recorded = new ArrayList<>();

    private static HeldWait held(long from, long nanos, String thread) {
        return new HeldWait(from, nanos, "lock", LOCK, thread, thread.isEmpty() ? -1 : HOLDER);
    }

    private static Wait parked(long from, long nanos, String lock) {
        return new Wait(WaitKind.LOCK, THREAD, from, nanos, 0, lock, "Here.there");
    }

    private static Detail told(String lock, String thread, String place) {
        return new Detail(lock, new Holder(thread, thread.isEmpty() ? -1 : HOLDER, place), "Here.there");
    }

    private Map<Detail, Long> details(String cause, Map<String, Long> causes, HeldWait... holdings) {
        return CallEvidence.of(
                        List.of(),
                        recorded.isEmpty() ? null : DeepTimelines.of(0, 10_000, recorded, List.of()),
                        0,
                        new Span(0, 10_000))
                .split(SlowCallRows.of(
                        "place", Map.of(), 0, 1_000, THREAD, "exec", "", 0, null, causes, List.of(), holdings))
                .details()
                .getOrDefault(cause, Map.of());
    }

    @Test
    void aRecordedWaitIsSharedByThoseWhoWereSeenHoldingTheLock() {
        recorded.add(parked(100, 800, LOCK));
        assertThat(details("lock", Map.of(), held(100, 300, "odd"), held(400, 100, "even")))
                .as("looks stand for what lies around them")
                .containsOnly(entry(told(LOCK, "odd", ""), 600L), entry(told(LOCK, "even", ""), 200L));
        assertThat(details("lock", Map.of(), held(100, 300, "odd"), held(400, 300, "")))
                .containsOnly(entry(told(LOCK, "odd", ""), 400L), entry(told(LOCK, "", ""), 400L));
        assertThat(details("lock", Map.of(), held(100, 50, "odd")))
                .as("which is not all that there was")
                .containsOnly(entry(told(LOCK, "odd", ""), 400L), entry(told(LOCK, "", ""), 400L));
    }

    @Test
    void anotherLockAndAnotherTimeAreNotItsHolders() {
        recorded.add(parked(100, 400, "Semaphore$NonfairSync"));
        recorded.add(parked(500, 400, LOCK));
        assertThat(details("lock", Map.of(), held(300, 150, "odd"), held(450, 100, "even")))
                .containsOnly(entry(told("Semaphore$NonfairSync", "", ""), 400L), entry(told(LOCK, "even", ""), 400L));
    }

    private void holderWaited(WaitKind kind, long from, long nanos, String where) {
        recorded.add(new Wait(kind, HOLDER, from, nanos, 0, "", where));
    }

    @Test
    void whatTheHolderDidForHalfOfTheTimeIsTold() {
        recorded.add(parked(100, 800, LOCK));
        holderWaited(WaitKind.SLEEP, 350, 400, "Report.export");
        holderWaited(WaitKind.LOCK, 760, 50, "Report.print");
        assertThat(details("lock", Map.of(), held(100, 800, "odd")))
                .containsOnly(entry(told(LOCK, "odd", "Report.export"), 800L));
        assertThat(details("lock", Map.of(), held(0, 900, "odd"))).containsOnly(entry(told(LOCK, "odd", ""), 800L));
    }

    /** It may have been another one that waited, and did something else before or after. */
    @Test
    void whereAMonitorsFormerHolderWaitedForItIsNotTold() {
        Holder holder = new Holder("odd", HOLDER, "");
        recorded.add(new Wait(WaitKind.LOCK, THREAD, 100, 800, 0, "monitor of Log", "Here.there", holder));
        holderWaited(WaitKind.LOCK, 0, 850, "Here.there");
        holderWaited(WaitKind.SLEEP, 860, 100, "Report.rest");
        assertThat(details("lock", Map.of())).containsOnly(entry(told("monitor of Log", "odd", ""), 800L));
        holderWaited(WaitKind.SOCKET, 300, 500, "Report.send");
        assertThat(details("lock", Map.of())).containsOnly(entry(told("monitor of Log", "odd", "Report.send"), 800L));
    }

    private static final String POOL = Detail.AWAITED + "HikariCP";

    @Test
    void whoUsedAConnectionIsToldWithTheMethodThatUsedIt() {
        recorded.add(new Wait(WaitKind.PARK, THREAD, 100, 800, 0, POOL, "Here.there"));
        holderWaited(WaitKind.SOCKET, 100, 800, "Driver.read");
        Holder user = new Holder("odd", HOLDER, "Report.export → execute");
        assertThat(detailsOf(DeepTimelines.used(0, 10_000, recorded, POOL, user, 100, 700), "place", false, Map.of()))
                .containsOnly(
                        entry(new Detail(POOL, user, "Here.there"), 600L),
                        entry(new Detail(POOL, Holder.NONE, "Here.there"), 200L));
    }

    /** Of a virtual thread no parking is recorded. */
    @Test
    void aVirtualThreadsCallOfAPoolWaitsForAConnectionAsFarAsItWasParked() {
        Holder user = new Holder("odd", HOLDER, "Report.export → execute");
        DeepTimeline timeline = DeepTimelines.used(0, 10_000, List.of(), POOL, user, 0, 500);
        Map<String, Long> causes = Map.of("park", 600L);
        assertThat(detailsOf(timeline, "HikariDataSource.getConnection", true, causes))
                .containsOnly(entry(new Detail(POOL, user, ""), 300L), entry(new Detail(POOL, Holder.NONE, ""), 300L));
        assertThat(detailsOf(timeline, "place", true, causes)).isEmpty();
    }

    private static Map<Detail, Long> detailsOf(
            DeepTimeline timeline, String probe, boolean isVirtual, Map<String, Long> causes) {
        return CallEvidence.of(List.of(), timeline, 0, new Span(0, 10_000))
                .split(SlowCallRows.of(probe, 0, 1_000, THREAD, isVirtual ? "v-1" : "exec", causes))
                .details()
                .getOrDefault("park", Map.of());
    }

    @Test
    void withoutARecordingTheAgentsLooksAreTold() {
        assertThat(details("lock", Map.of("lock", 900L), held(100, 300, "odd"), held(400, 500, "even")))
                .containsOnly(
                        entry(new Detail(LOCK, new Holder("odd", HOLDER, ""), ""), 300L),
                        entry(new Detail(LOCK, new Holder("even", HOLDER, ""), ""), 500L));
    }
}
