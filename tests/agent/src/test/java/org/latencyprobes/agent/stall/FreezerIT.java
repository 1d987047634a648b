package org.latencyprobes.agent.stall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.latencyprobes.agent.kit.ControlGroup;

/**
 * Tests that a process whose control group is frozen is told to be stopped. From Linux 6.1 on version 1 freezes threads that sleep without waking
 * them: no counter moves, and the stall is unknown. Skipped where nobody lets us make such a group.
 */
@EnabledOnOs(OS.LINUX)
@Tag("each-jdk")
@Tag("full")
final class FreezerIT {

    private static final long MILLIS = 100;

    @TempDir
    private Path folder;

    /** A version of control groups, and how it freezes one. */
    private enum Version {
        ONE(
                Set.of("stopped", "unknown"),
                List.of("/sys/fs/cgroup/freezer"),
                "freezer.state",
                "FROZEN",
                "THAWED",
                "freezer.state",
                "FROZEN"),
        TWO(
                Set.of("stopped"),
                List.of("/sys/fs/cgroup/unified", "/sys/fs/cgroup"),
                "cgroup.freeze",
                "1",
                "0",
                "cgroup.events",
                "frozen 1");

        private final Set<String> kinds;
        private final List<String> hierarchies;
        private final String file;
        private final String freeze;
        private final String thaw;
        private final String stateFile;
        private final String frozen;

        Version(
                Set<String> kinds,
                List<String> hierarchies,
                String file,
                String freeze,
                String thaw,
                String stateFile,
                String frozen) {
            this.kinds = kinds;
            this.hierarchies = hierarchies;
            this.file = file;
            this.freeze = freeze;
            this.thaw = thaw;
            this.stateFile = stateFile;
            this.frozen = frozen;
        }

        ControlGroup group() {
            Path hierarchy = hierarchies.stream()
                    .map(Path::of)
                    .filter(Files::isDirectory)
                    .findFirst()
                    .orElse(folderOfNone());
            ControlGroup group = ControlGroup.in(hierarchy);
            if (!group.has(file)) {
                group.close();
                assumeTrue(false, "no freezer in " + hierarchy);
            }
            return group;
        }

        private static Path folderOfNone() {
            return Path.of("/sys/fs/cgroup/none");
        }

        boolean isFrozen(ControlGroup group) throws IOException {
            return group.get(stateFile).contains(frozen);
        }
    }

    /** On a busy machine one may be told as a wait for a CPU. */
    @ParameterizedTest
    @EnumSource
    void aFrozenProcessIsToldToBeStopped(Version version) throws IOException {
        try (ControlGroup group = version.group();
                StalledJvm jvm = new StalledJvm(folder, 1_000, group.with(StalledJvm.main()))) {
            assertThat(group.get("cgroup.procs").lines())
                    .contains(String.valueOf(jvm.jvm().pid()));
            jvm.jvm().await("a stop by the freezer", () -> {
                StalledJvm.Stall frozen = jvm.stop(
                        MILLIS,
                        () -> group.set(version.file, version.freeze),
                        () -> version.isFrozen(group),
                        () -> group.set(version.file, version.thaw));
                return version.kinds.contains(frozen.kindIn(jvm.told()));
            });
            assertThat(jvm.sources()).contains("run delay");
        }
    }
}
