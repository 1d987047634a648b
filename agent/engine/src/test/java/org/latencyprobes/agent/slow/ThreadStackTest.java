package org.latencyprobes.agent.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ThreadStackTest {

    private static final StackTraceElement APPLICATION = frame("app", null, "com.acme.Shop");
    private static final StackTraceElement JDK = frame(null, "java.base", "java.lang.Object");
    private static final StackTraceElement HANDLE = frame(null, "java.base", "java.lang.invoke.LambdaForm$MH");
    private static final StackTraceElement AGENT = frame(null, null, "org.latencyprobes.agent.link.Linker");
    private static final StackTraceElement LINK = frame(null, "java.base", "java.lang.LatencyProbesLink");

    private static StackTraceElement frame(String loader, String module, String type) {
        return new StackTraceElement(loader, module, "17", type, "run", "File.java", 7);
    }

    private static Stream<String> classes(StackTraceElement... frames) {
        return ThreadStack.of(frames).lines().stream().map(line -> line.replaceAll("^.*/|\\.run\\(.*$", ""));
    }

    @Test
    void framesOfTheAgentAreLeftOutAtTheTopWithWhatItCallsAndWhatLinksIt() {
        assertThat(classes(JDK, AGENT, AGENT, JDK, LINK, HANDLE, HANDLE, APPLICATION, AGENT, APPLICATION))
                .containsExactly("com.acme.Shop", "org.latencyprobes.agent.link.Linker", "com.acme.Shop");
        assertThat(classes(AGENT, JDK, APPLICATION)).containsExactly("java.lang.Object", "com.acme.Shop");
    }

    @Test
    void whatTheApplicationWaitsInStays() {
        assertThat(classes(JDK, HANDLE, APPLICATION, AGENT))
                .containsExactly(
                        "java.lang.Object",
                        "java.lang.invoke.LambdaForm$MH",
                        "com.acme.Shop",
                        "org.latencyprobes.agent.link.Linker");
        assertThat(classes(frame("app", null, "org.latencyprobes.demo.Shop")))
                .containsExactly("org.latencyprobes.demo.Shop");
    }

    @Test
    void longStacksEndWithHowManyFramesAreLeftOut() {
        StackTraceElement[] deep =
                Collections.nCopies(ThreadStack.MOST_FRAMES + 1, APPLICATION).toArray(StackTraceElement[]::new);
        assertThat(ThreadStack.of(deep).lines())
                .hasSize(ThreadStack.MOST_FRAMES + 1)
                .last()
                .isEqualTo("… more frames");
    }

    @Test
    void namesThatSayNothingAreLeftOut() {
        assertThat(ThreadStack.of(new StackTraceElement[] {APPLICATION, JDK, frame("war", null, "com.acme.Shop")})
                        .lines())
                .containsExactly(
                        "com.acme.Shop.run(File.java:7)",
                        "java.base/java.lang.Object.run(File.java:7)",
                        "war//com.acme.Shop.run(File.java:7)");
    }
}
