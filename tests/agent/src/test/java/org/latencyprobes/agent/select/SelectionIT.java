package org.latencyprobes.agent.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.select.Selections;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;

/** Tests of methods that are selected in other ways than by an annotation of their own. */
final class SelectionIT {

    private static final String CALLS = "10";

    @TempDir
    private static Path folder;

    private static JvmResult result;

    @BeforeAll
    static void run() throws IOException {
        String classes = Selections.class.getName();
        Path config = folder.resolve("probes.properties");
        Files.writeString(config, """
                annotations=%1$s$Timed
                probes=%1$s$ByPattern#find; %1$s$ByPattern#l*Up as "by pattern {class}.{method}"; \\
                  %1$s$ByPattern#exc*; %1$s$ByPattern#acc*; %1$s$ByPattern#lambda$*
                exclude=%1$s$ByPattern#excluded
                """.formatted(classes));
        result = ForkedJvm.of(Selections.class)
                .quick()
                .withAgent("config=" + config)
                .run()
                .expectExit(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Selections.Marked.open",
                "own name",
                "orders.find",
                "Selections.Meta.fast",
                "slow things",
                "Selections.MetaOnClass.first",
                "Selections.Implementation.declared",
                "Selections.Implementation.generic",
                "Selections.Grandchild.declared",
                "Selections.Grandchild.generic",
                "Selections.Override.work",
                "Selections.FinalImplementation.declared",
                "Selections.FinalImplementation.generic",
                "Selections.Constant.1.declared",
                "Selections.Value.declared",
                "Selections.Parent.declared",
                "Selections.Parent.generic",
                "Selections.Everything.first",
                "Selections.Everything.text",
                "Selections.Foreign.timed",
                "Selections.ForeignOnClass.any",
                "Selections.ByPattern.find",
                "by pattern Selections.ByPattern.lookUp",
                "Selections.ByPattern.lambda$runs$0"
            })
    void countsEveryCall(String probe) {
        assertThat(result.fact(probe)).isEqualTo(CALLS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Selections.Marked.closed",
                "Selections.Marked.getLeftOut",
                "Selections.Marked.optedOut",
                "Selections.Implementation.outsider",
                "Selections.Implementation.refusing",
                "Selections.Implementation.HibernateProxy.declared",
                "Selections.ByPattern.accessor",
                "Selections.ByPattern.excluded"
            })
    void leavesOut(String probe) {
        assertThat(result.fact(probe)).isEqualTo("0");
    }

    @Test
    void saysNothingAboutIt() {
        assertThat(result.messages()).isEmpty();
    }
}
