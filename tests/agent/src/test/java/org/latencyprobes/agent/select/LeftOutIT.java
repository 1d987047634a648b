package org.latencyprobes.agent.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.select.Accessors;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.GeneratedClasses;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.ParsedAnswer;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * Tests of what a pattern with wildcards leaves out or refuses, and takes if it is named: trivial accessors, classes that
 * nobody wrote, and methods that would get too long.
 */
final class LeftOutIT {

    private static final String FIXTURE = Accessors.class.getName();
    private static final String ACCESSOR =
            "it is a trivial accessor: a pattern takes it that names class and method, or says with accessors";
    private static final String GENERATED =
            "its class is generated: a pattern takes it that names class and method, or says with generated";
    private static final String TOO_LONG =
            "woven, it would be over 8000 bytes, and HotSpot would not compile it any more: "
                    + "name its class and method to probe it all the same";

    private static final int LONG_BYTES = 7_970;

    /** HotSpot compiles a method of up to 8,000 bytes; 34 are woven into this one. */
    private static final int LONGEST_BYTES = 7_966;

    private static final int INLINED_BYTES = 310;

    @TempDir
    private static Path folder;

    private static RunningJvm jvm;
    private static AgentClient client;

    @BeforeAll
    static void start() throws IOException {
        Jars.folder(folder, "Long", GeneratedClasses.ofLength("Long", LONG_BYTES, null));
        Jars.folder(folder, "LongEnough", GeneratedClasses.ofLength("LongEnough", LONGEST_BYTES, null));
        Jars.folder(folder, "Before", GeneratedClasses.ofLength("Before", 8_001, null));
        Jars.folder(folder, "Named", GeneratedClasses.ofLength("Named", LONG_BYTES, null));
        Jars.folder(folder, "Marked", GeneratedClasses.ofLength("Marked", LONG_BYTES, "marked"));
        Jars.folder(folder, "Inlined", GeneratedClasses.ofLength("Inlined", INLINED_BYTES, null));
        jvm = ForkedJvm.of(Accessors.class)
                .quick()
                .addClassPath(folder)
                .withAgent("probes=" + FIXTURE + "#*;" + FIXTURE + "$N*#*;..Accessors$Named#value;" + FIXTURE
                        + "$A*#* with accessors;Long*#*;Befor*#*;Named#probed;In*#*")
                .arguments("Long", "LongEnough", "Before", "Named", "Marked", "Inlined")
                .start()
                .awaitText("ready");
        client = AgentClient.to(jvm);
    }

    @AfterAll
    static void end() {
        jvm.kill();
    }

    @ParameterizedTest
    @ValueSource(strings = {"value", "withValue", "isSet", "nothing"})
    void aPatternLeavesTrivialAccessorsOut(String method) {
        assertThat(client.explain(FIXTURE + '#' + method))
                .containsEntry("verdict", "excluded")
                .containsEntry("rule", "pattern " + FIXTURE + "#*")
                .containsEntry("reason", ACCESSOR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"locked", "sum", "copied", "made", "thrown", "computed"})
    void aPatternTakesWhatDoesMore(String method) {
        assertThat(client.explain(FIXTURE + '#' + method)).containsEntry("verdict", "probed");
    }

    @Test
    void anAccessorThatIsNamedIsTakenAlsoBehindAPatternThatLeavesItOut() {
        assertThat(client.explain(FIXTURE + "$Named#value"))
                .containsEntry("verdict", "probed")
                .containsEntry("rule", "pattern ..Accessors$Named#value");
        assertThat(client.explain(FIXTURE + "$Named#other")).containsEntry("reason", ACCESSOR);
    }

    @Test
    void aPatternTakesAccessorsWhereItSaysSo() {
        assertThat(client.explain(FIXTURE + "$All#value")).containsEntry("verdict", "probed");
    }

    @Test
    void aDryRunTellsThemAndDoesNotCountThem() {
        ParsedAnswer dryRun = client.send("dry-run", FIXTURE + "$*#*").expectExit(1);
        assertThat(dryRun.table("methods"))
                .hasSize(3)
                .allSatisfy(row -> assertThat(row).containsEntry("reason", ACCESSOR));
        assertThat(dryRun.sentences()).containsExactly("none of the methods that match can be probed: 3 × " + ACCESSOR);
        assertThat(client.ask("dry-run", FIXTURE + "$*#* with accessors")
                        .sentences()
                        .get(0))
                .startsWith("matches 3 methods");
    }

    @Test
    void aPatternTakesGeneratedClassesWhereItNamesThemOrSaysSo() {
        assertThat(client.send("dry-run", "..$Prox*#run").expectExit(1).table("methods"))
                .singleElement()
                .satisfies(row -> assertThat(row).containsEntry("reason", GENERATED));
        for (String pattern : new String[] {"..$Prox*#run with generated", "..$Proxy*#run"}) {
            assertThat(client.ask("dry-run", pattern).sentences().get(0)).startsWith("matches 1 method");
        }
    }

    @Test
    void aMethodThatWeavingWouldKeepFromBeingCompiledIsRefused() {
        assertThat(client.explain("Long#probed"))
                .containsEntry("verdict", "refused")
                .containsEntry("reason", TOO_LONG);
        jvm.awaitText("no probe on Long#probed()I: " + TOO_LONG);
        assertThat(client.send("dry-run", "Long#*").expectExit(1).table("methods"))
                .singleElement()
                .satisfies(row -> assertThat(row).containsEntry("reason", TOO_LONG));
    }

    @ParameterizedTest
    @CsvSource({"LongEnough, ''", "Before, ''", "Named, 8000", "Marked, 8000", "Inlined, 325"})
    void aMethodThatIsNamedOrStaysAsItWasIsWoven(String className, String limit) {
        Map<String, String> row = client.explain(className + "#probed");
        assertThat(row).containsEntry("verdict", "probed");
        assertThat(row.get("remark")).startsWith(limit.isEmpty() ? "" : "woven, it is over " + limit + " bytes");
        assertThat(row.get("remark").isEmpty()).isEqualTo(limit.isEmpty());
    }

    @Test
    void theLongestMethodThatIsTakenIsAsLongAsCanBeOnceWoven() {
        assertThat(client.explain("LongEnough#probed")).containsEntry("wovenBytes", "8000");
    }

    @Test
    void methodsThatAreNoLongerInlinedAreCounted() {
        assertThat(client.ask("status").cell("status", "noLongerInlined", "value"))
                .isEqualTo("1");
    }
}
