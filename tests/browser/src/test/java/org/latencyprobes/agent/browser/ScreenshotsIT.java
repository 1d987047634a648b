package org.latencyprobes.agent.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.Shop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * Pictures of the page, for people to look at: light, dark and narrow. They go to {@code target/screenshots}, or to the folder that the
 * environment names in {@code LATENCYPROBES_SCREENSHOTS}.
 */
final class ScreenshotsIT {

    private static final Duration HISTORY = Duration.ofSeconds(90);
    private static final long MOST_BYTES = 150 << 10;

    @Test
    void thePageIsShownLightDarkAndNarrow() throws IOException {
        Path folder = Path.of(System.getenv().getOrDefault("LATENCYPROBES_SCREENSHOTS", "target/screenshots"));
        try (RunningJvm jvm = ForkedJvm.of(Shop.class).withAgent().start().awaitText("open");
                UiRun ui = UiRun.of(jvm.pid());
                Chromium browser = new Chromium()) {
            Instant from = Instant.now();
            browser.size(1280, 860).open(ui.link("probe=Shop.place&outcome=ok"));
            browser.await("some history", () -> Instant.now().isAfter(from.plus(HISTORY)));
            browser.await("pictures", () -> browser.all("#pictures svg").size() == 2);
            shoot(browser.scheme("light"), folder.resolve("ui-light.png"));
            shoot(browser.scheme("dark"), folder.resolve("ui-dark.png"));
            shoot(browser.scheme("light").size(400, 900), folder.resolve("ui-narrow.png"));
        }
    }

    private static void shoot(Chromium browser, Path file) throws IOException {
        browser.screenshot(file);
        assertThat(Files.size(file)).isBetween(1L, MOST_BYTES);
    }
}
