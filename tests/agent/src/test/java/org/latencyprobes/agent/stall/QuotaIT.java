package org.latencyprobes.agent.stall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.kit.ControlGroup;
import org.latencyprobes.agent.slow.CauseMatrix;
import org.latencyprobes.agent.slow.KnownCall;
import org.latencyprobes.agent.slow.KnownCausesJvm;

/**
 * Tests of what is told where the control group's quota is used up: of stalls; and what is told of calls that know by their own clock and
 * the group's counter for how long they were throttled, which is shown. Skipped where nobody lets us make a control group of version 1.
 */
@Tag("each-jdk")
@EnabledOnOs(OS.LINUX)
final class QuotaIT {

    private static final String QUOTA = "cpu.cfs_quota_us";
    private static final int QUOTA_MICROS = 20_000;

    /** A tenth of a CPU, which a JVM gets and uses up on however busy a machine. */
    private static final int LITTLE_QUOTA_MICROS = 10_000;

    private static final int NO_QUOTA = -1;

    private ControlGroup group;

    @TempDir
    private Path folder;

    @BeforeEach
    void makeGroup() throws IOException {
        group = ControlGroup.in(Path.of("/sys/fs/cgroup/cpu"));
        assumeTrue(group.has(QUOTA), "no quotas in this kernel");
        group.set(QUOTA, NO_QUOTA);
    }

    @AfterEach
    void removeGroup() {
        if (group != null) {
            group.close();
        }
    }

    @Test
    @Tag("full")
    void aQuotaThatIsUsedUpIsToldSo() {
        try (StalledJvm jvm = new StalledJvm(folder, 1_000, group.with(StalledJvm.main()))) {
            assertThat(jvm.sources()).contains("control group");
            jvm.jvm().await("throttled for most of a period", () -> {
                group.set(QUOTA, LITTLE_QUOTA_MICROS);
                jvm.order("compute");
                group.set(QUOTA, NO_QUOTA); // to ask is work, too
                return jvm.told().stream().anyMatch(stall -> stall.kind().equals("throttled") && stall.millis() > 30);
            });
        }
    }

    /** The quota is there while calls are made, and not while {@code why} begins and ends. */
    @Test
    @Tag("nightly")
    @Tag(CauseMatrix.TAG)
    void showsWhatCallsThatUseUpTheQuotaAreTold() throws IOException {
        CauseMatrix why = new CauseMatrix();
        CauseMatrix byDefault = new CauseMatrix();
        try (KnownCausesJvm jvm = new KnownCausesJvm(
                folder,
                group.with(KnownCausesJvm.main()).flags("-Dquota.group=" + group.folder()),
                "throttled",
                "code",
                "sleep")) {
            jvm.watch(() -> group.set(QUOTA, QUOTA_MICROS), () -> group.set(QUOTA, NO_QUOTA));
            CauseMatrix byMethod = new CauseMatrix();
            KnownCall.compare(jvm.known(), jvm.toldByWhy(), KnownCausesJvm.SAME_IN_WHY, why, byMethod);
            KnownCall.compare(
                    jvm.known(), jvm.toldByDefault(), KnownCausesJvm.SAME_BY_DEFAULT, byDefault, new CauseMatrix());
        }
        CauseMatrix.print("why, a quota of the control group's", Map.of("told so", why));
        CauseMatrix.print("The agent alone, a quota of the control group's", Map.of("told so", byDefault));
    }
}
