package org.latencyprobes.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.kit.ForkedJvm;

/**
 * Tests of what is told where the control group's quota is used up: of stalls, and of calls that know by their own clock and the group's
 * counter for how long they were throttled. Skipped where nobody lets us make a control group of version 1.
 */
@EnabledOnOs(OS.LINUX)
@Tag("full")
final class QuotaIT {

    private static final String QUOTA = "cpu.cfs_quota_us";
    private static final int QUOTA_MICROS = 20_000;
    private static final int NO_QUOTA = -1;

    /** Of fewer calls a share says nothing. */
    private static final int ENOUGH = 5;

    /** The least share that is told right. On a busy machine a call may wait for a CPU for longer than it is throttled. */
    private static final double MOST = 0.5;

    private final Path group = Path.of(
            "/sys/fs/cgroup/cpu/latency-probes-test-" + ProcessHandle.current().pid());

    @TempDir
    private Path folder;

    @BeforeEach
    void makeGroup() throws IOException {
        assumeTrue(Files.isWritable(group.getParent()), "no control group of version 1 can be made here");
        try {
            Files.createDirectory(group);
            setQuota(QUOTA_MICROS);
        } catch (IOException e) {
            assumeTrue(false, "no control group can be made here: " + e.getMessage());
        }
    }

    /** It can be removed once the kernel has let go of the last process, which may be after its end. */
    @AfterEach
    void removeGroup() {
        Awaitility.await().ignoreException(FileSystemException.class).until(() -> {
            Files.deleteIfExists(group);
            return true;
        });
    }

    private void setQuota(int micros) throws IOException {
        Files.writeString(group.resolve(QUOTA), String.valueOf(micros));
    }

    private ForkedJvm inGroup(ForkedJvm jvm) {
        return jvm.afterShell("echo $$ > " + group.resolve("cgroup.procs"));
    }

    @Test
    void aQuotaThatIsUsedUpIsToldSo() {
        try (StalledJvm jvm = new StalledJvm(folder, 1_000, inGroup(StalledJvm.main()))) {
            assertThat(jvm.sources()).contains("control group");
            jvm.jvm().await("throttled for most of a period", () -> {
                jvm.order("compute");
                return jvm.told().stream().anyMatch(stall -> stall.kind().equals("throttled") && stall.millis() > 30);
            });
        }
    }

    /** The quota is there while calls are made, and not while {@code tail} begins and ends. */
    @Test
    @Tag(CauseMatrix.TAG)
    void callsThatUseUpTheQuotaAreToldSo() throws IOException {
        setQuota(NO_QUOTA);
        CauseMatrix tail = new CauseMatrix();
        CauseMatrix byDefault = new CauseMatrix();
        try (KnownCausesJvm jvm = new KnownCausesJvm(
                folder, inGroup(KnownCausesJvm.main()).flags("-Dquota.group=" + group), "throttled", "code", "sleep")) {
            jvm.watch(() -> setQuota(QUOTA_MICROS), () -> setQuota(NO_QUOTA));
            CauseMatrix byMethod = new CauseMatrix();
            KnownCall.compare(jvm.known(), jvm.toldByTail(), KnownCausesJvm.SAME_IN_TAIL, tail, byMethod);
            KnownCall.compare(
                    jvm.known(), jvm.toldByDefault(), KnownCausesJvm.SAME_BY_DEFAULT, byDefault, new CauseMatrix());
        }
        CauseMatrix.print("tail, a quota of the control group's", Map.of("told so", tail));
        CauseMatrix.print("The agent alone, a quota of the control group's", Map.of("told so", byDefault));
        for (CauseMatrix matrix : new CauseMatrix[] {tail, byDefault}) {
            if (matrix.judged("throttled") >= ENOUGH) {
                assertThat(matrix.recall("throttled")).as("%s", matrix).isGreaterThan(MOST);
                assertThat(matrix.precision("throttled")).as("%s", matrix).isGreaterThan(MOST);
            }
        }
    }
}
