package org.latencyprobes.agent.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.latencyprobes.agent.fixture.CallsOnRequest;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** How often the agent's threads wake up where nobody calls probes. A busy machine makes that rarer, not more often. */
@EnabledOnOs(OS.LINUX)
@Tag("full")
final class IdleIT {

    private static final Pattern SWITCHES = Pattern.compile("\nvoluntary_ctxt_switches:\\s+(\\d+)");
    private static final long SPAN_MILLIS = 2_000;

    /** Ten sleeps of the sampler in a tenth of a second, and half as much for all else. */
    private static final int SAMPLING_PER_SECOND = 150;

    private static final int QUIET_PER_SECOND = 20;
    private static final String IDLE = ", every 10 ms as long as no probe is called";

    private static RunningJvm start(String options) {
        RunningJvm jvm = ForkedJvm.of(CallsOnRequest.class)
                .withAgent("report=off," + options)
                .start()
                .awaitText("ready");
        jvm.order("woven 3");
        return jvm;
    }

    private static String sources(RunningJvm jvm) {
        return AgentClient.to(jvm).ask("status").cell("status", "stallSources", "value");
    }

    /** Of all threads of the agent's. */
    private static long wakeUps(RunningJvm jvm) throws IOException {
        long sum = 0;
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(Path.of("/proc/" + jvm.pid() + "/task"))) {
            for (Path task : tasks) {
                sum += wakeUps(task);
            }
        }
        return sum;
    }

    private static long wakeUps(Path task) throws IOException {
        try {
            Matcher switches = SWITCHES.matcher(Files.readString(task.resolve("status")));
            boolean isOurs = Files.readString(task.resolve("comm")).startsWith("latency-probes");
            return isOurs && switches.find() ? Long.parseLong(switches.group(1)) : 0;
        } catch (NoSuchFileException ended) {
            return 0;
        }
    }

    private static double wakeUpsPerSecond(RunningJvm jvm) throws IOException, InterruptedException {
        long beganNanos = System.nanoTime();
        long before = wakeUps(jvm);
        Thread.sleep(SPAN_MILLIS);
        return (wakeUps(jvm) - before) * 1e9 / (System.nanoTime() - beganNanos);
    }

    @Test
    void theSamplerSleepsLongerAndSaysSo() {
        try (RunningJvm jvm = start("jitter=hiccup")) {
            jvm.await("says so", () -> sources(jvm).endsWith(IDLE));
            jvm.await("few wake-ups", () -> wakeUpsPerSecond(jvm) < SAMPLING_PER_SECOND);
            for (String probe : new String[] {"woven", "own"}) {
                jvm.await("calls are noticed", () -> {
                    jvm.order(probe + " 1");
                    return !sources(jvm).endsWith(IDLE);
                });
                jvm.await("says so again", () -> sources(jvm).endsWith(IDLE));
            }
            AgentClient.to(jvm).ask("attach", "jitter.idle=1ms");
            assertThat(sources(jvm)).doesNotContain(IDLE);
        }
    }

    @Test
    void withoutSamplerTheAgentHardlyWakesUp() {
        try (RunningJvm jvm = start("jitter=off")) {
            jvm.await("few wake-ups", () -> wakeUpsPerSecond(jvm) < QUIET_PER_SECOND);
        }
        try (RunningJvm jvm = start("stalls=off")) {
            jvm.await("few wake-ups", () -> wakeUpsPerSecond(jvm) < SAMPLING_PER_SECOND);
        }
    }
}
