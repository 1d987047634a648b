package org.latencyprobes.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.WebApplications;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;
import org.latencyprobes.agent.kit.Talk;

/** Publishing into registries of applications that each have a Micrometer of their own, and an older one than the agent's. */
final class GlobalRegistryIT {

    private static final Path OLD_MICROMETER =
            Path.of("target", "old-micrometer").toAbsolutePath();

    private RunningJvm jvm;

    @AfterEach
    void end() {
        jvm.close();
    }

    private void start(String options) {
        jvm = ForkedJvm.of(WebApplications.class)
                .withAgent("report=off,jitter=off," + options)
                .arguments(OLD_MICROMETER)
                .start()
                .awaitText("ready");
    }

    private String order(String order) {
        int times = jvm.printed().split("done ", -1).length;
        jvm.tell(order).awaitTexts("done ", times);
        String[] answers = jvm.printed().split("done ", -1);
        return answers[times - 1]; // what stands before its end
    }

    private void awaitProbe(String application) {
        jvm.await("the probe", () -> order("look " + application).contains("probe_duration_seconds_count"));
    }

    @Test
    void everyApplicationsRegistriesHaveTheProbesWhateverTheirMicrometer() {
        start("registry=global,slo=1ms,tags=zone=a");
        order("deploy one");
        awaitProbe("one");
        order("once");
        order("deploy two");
        awaitProbe("two");
        String seen = order("look two");
        assertThat(seen)
                .contains(
                        "probe.duration.count{outcome=ok,probe=once,zone=a}=[2.0]",
                        "probe_duration_seconds_count{outcome=\"ok\",probe=\"once\",zone=\"a\"} 2",
                        "own_total 1");
        assertThat(Talk.to(jvm).ask("status").table("backends"))
                .hasSize(2)
                .allMatch(row -> row.get("state").equals("open"));
        assertThat(order("undeploy one")).contains("collected one=true");
        jvm.await("one less", () -> Talk.to(jvm).ask("status").table("backends").size() == 1);
        assertThat(jvm.tellToEnd().messages()).isEmpty();
    }

    @Test
    void theOptionComesAndGoesAndNothingOfTheAgentStays() {
        start("registry=off");
        order("deploy one");
        assertThat(order("look one")).doesNotContain("probe_duration");
        Talk talk = Talk.to(jvm);
        talk.ask("attach", "registry=global");
        awaitProbe("one");
        talk.ask("attach", "registry=off");
        jvm.await("gone", () -> !order("look one").contains("probe"));
        assertThat(order("look one")).contains("own_total 1");
        talk.ask("attach", "registry=global");
        awaitProbe("one");
        assertThat(order("leave")).contains("leaves nothing=true");
        assertThat(order("look one")).contains("own_total 1").doesNotContain("probe");
    }
}
