package org.latencyprobes.agent.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A short test of the newest Spring Boot, as an executable jar with the agent; {@link WebApplicationIT} tests more, with each version. */
final class SpringBootIT {

    @Test
    void probesOfTheApiAndOfTheAgentArePublished(@TempDir Path folder) {
        try (Application application =
                new Application(Boot.BOOT4.executableJar(folder).withAgent("report=off"))) {
            application.start("start", "management.otlp.metrics.export.enabled=false");
            application.get("/order?times=1000");
            application.get("/price?times=500");

            Exposition scraped = application.scrape();
            String count = "probe_duration_seconds_count";
            assertThat(scraped.value(count, "probe", "order to ack", "outcome", "ok"))
                    .isEqualTo(900);
            assertThat(scraped.value(count, "probe", "price", "outcome", "ok")).isEqualTo(450);
            assertThat(scraped.value(count, "probe", "price", "outcome", "error"))
                    .isEqualTo(50);
        }
    }
}
