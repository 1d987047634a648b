package org.latencyprobes.agent.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.Desk;
import com.acme.Shop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * The pictures of pages that the documents show. They are made on request alone, and go to the folder that the environment names in
 * {@code LATENCYPROBES_SCREENSHOTS}.
 */
@EnabledIfEnvironmentVariable(named = ScreenshotsIT.FOLDER, matches = ".+")
@Tag("full")
final class ScreenshotsIT {

    static final String FOLDER = "LATENCYPROBES_SCREENSHOTS";

    private static final Duration HISTORY = Duration.ofSeconds(90);
    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G'};

    @Test
    void thePageIsShown() throws IOException {
        Path folder = Path.of(System.getenv(FOLDER));
        try (RunningJvm jvm =
                        ForkedJvm.of(Shop.class).quick().withAgent().start().awaitText("open");
                UiRun ui = UiRun.of(jvm.pid());
                Chromium browser = new Chromium()) {
            Instant from = Instant.now();
            browser.size(1280, 1290).open(ui.link("probe=Shop.place&outcome=ok"));
            browser.await("some history", () -> Instant.now().isAfter(from.plus(HISTORY)));
            browser.await("pictures", () -> browser.all("#pictures svg").size() == 4);
            shoot(browser.scheme("light"), folder.resolve("ui-light.png"));
        }
    }

    @Test
    void thePageOfWhyIsShown(@TempDir Path folder) throws IOException {
        Path page = folder.resolve("why.html");
        try (RunningJvm jvm = ForkedJvm.of(Desk.class).flags("-Xmx64m").start().awaitText("open");
                Chromium browser = new Chromium()) {
            ForkedJvm.ofJar(ForkedJvm.AGENT)
                    .arguments("why", jvm.pid(), "com.acme.Desk#place", "--for", "30s", "-o", "html=" + page)
                    .run()
                    .expectExit(0);
            browser.size(1440, 1060).open(page.toUri().toString());
            shoot(browser.scheme("light"), Path.of(System.getenv(FOLDER)).resolve("why-light.png"));
        }
    }

    private static void shoot(Chromium browser, Path file) throws IOException {
        browser.screenshot(file);
        assertThat(Files.readAllBytes(file)).startsWith(PNG);
    }
}
