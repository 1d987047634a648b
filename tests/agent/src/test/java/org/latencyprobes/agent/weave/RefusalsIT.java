package org.latencyprobes.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.weave.CallNamed;
import org.latencyprobes.agent.fixture.weave.Unprobeable;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.GeneratedClasses;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.JvmResult;

/** Tests of classes and methods that cannot be woven, all loaded by one JVM with the agent and by one without. */
final class RefusalsIT {

    private static final int JAVA_1 = 45;
    private static final int JAVA_5 = 49;
    private static final int JAVA_7 = 51;
    private static final int NO_JAVA_YET = 200;

    @TempDir
    private static Path folder;

    private static JvmResult unprobed;
    private static JvmResult probed;

    @BeforeAll
    static void loadThemAll() throws IOException {
        add("Java1", GeneratedClasses.ofVersion("Java1", JAVA_1));
        add("Java5", GeneratedClasses.ofVersion("Java5", JAVA_5));
        add("Java7", GeneratedClasses.ofVersion("Java7", JAVA_7));
        add("Future", GeneratedClasses.ofVersion("Future", NO_JAVA_YET));
        add("Broken", GeneratedClasses.brokenAnnotation("Broken"));
        add("Truncated", GeneratedClasses.truncated("Truncated"));
        add("Full", GeneratedClasses.full("Full"));
        add("MostLocals", GeneratedClasses.mostLocals("MostLocals"));
        unprobed = jvm().run().expectExit(0);
        probed = jvm().withAgent().run().expectExit(0);
    }

    private static void add(String className, byte[] classFile) throws IOException {
        Jars.folder(folder, className, classFile);
    }

    private static ForkedJvm jvm() {
        return ForkedJvm.of(CallNamed.class)
                .quick()
                .addClassPath(folder)
                .arguments(
                        "Java1",
                        "Java5",
                        "Java7",
                        "Future",
                        "Broken",
                        "Truncated",
                        "Full",
                        "MostLocals",
                        Unprobeable.class.getName());
    }

    @Test
    void theApplicationSeesWhatItSeesWithoutAgent() {
        assertThat(unprobed.fact("Future")).contains("UnsupportedClassVersionError");
        assertThat(unprobed.fact("Truncated")).contains("ClassFormatError");
        assertThat(unprobed.fact("Broken")).isEqualTo("1");
        assertThat(unprobed.fact("Full")).isEqualTo("1");
        assertThat(unprobed.fact("MostLocals")).isEqualTo("1");
        assertThat(probed.stdout()).isEqualTo(unprobed.stdout());
    }

    @Test
    void classFilesFromBeforeStackMapFramesAreRefusedWithTheReason() {
        assertThat(probed.messages())
                .contains(
                        "no probe on Java1#probed()I: its class file is of version 45, from before stack map frames (50, Java 6): "
                                + "compile it for a later Java")
                .contains(
                        "no probe on Java5#probed()I: its class file is of version 49, from before stack map frames (50, Java 6): "
                                + "compile it for a later Java");
    }

    @Test
    void theFirstClassFilesWithInvokedynamicAreProbed() {
        assertThat(probed.report().count("version 51")).isEqualTo(1);
    }

    @Test
    void classFilesThatCannotBeReadAreLeftAsTheyWere() {
        assertThat(probed.messages())
                .anyMatch(
                        message -> message.startsWith("no probe in Broken: it cannot be woven and is left as it was: "))
                .anyMatch(message ->
                        message.startsWith("no probe in Truncated: it cannot be woven and is left as it was: "))
                .anyMatch(message ->
                        message.startsWith("no probe in Future: it cannot be woven and is left as it was: "));
    }

    @Test
    void aMethodThatWouldOutgrow64KilobytesIsLeftAsItWas() {
        assertThat(probed.messages())
                .anyMatch(message -> message.startsWith("no probe in Full: it cannot be woven and is left as it was: ")
                        && message.contains("Method too large"));
        assertThat(probed.report().probes()).doesNotContain("full");
    }

    @Test
    void aMethodWithNoRoomForMoreLocalVariablesIsRefusedWithTheReason() {
        assertThat(probed.messages())
                .contains("no probe on MostLocals#probed()I: it has 65535 slots of local variables, "
                        + "which leaves no room for the probe's");
    }

    @Test
    void nativeMethodsAreRefusedWithTheReason() {
        String type = Unprobeable.class.getName();
        assertThat(probed.messages())
                .contains("no probe on " + type
                        + "#nativeMethod()I: it is native: there is no bytecode to weave; probe its caller");
    }

    @Test
    void badTagsAreRefusedWithTheReasonAndTheOtherMethodsOfTheClassAreProbed() {
        String type = Unprobeable.class.getName();
        assertThat(probed.messages())
                .contains("no probe on " + type
                        + "#oddTags()I: its tags are not keys and values in turn, but 3 texts: [venue, XETR, side]")
                .contains("no probe on " + type + "#emptyKey()I: a tag key of it is empty")
                .contains("no probe on " + type + "#repeatedKey()I: its tag key \"venue\" is repeated");
        assertThat(probed.report().count("good{venue=XETR,side=}")).isEqualTo(1);
    }

    @Test
    void allRefusalsAreCounted() {
        assertThat(probed.messages()).hasSize(11);
        assertThat(probed.report().text()).contains("11 refused");
    }
}
