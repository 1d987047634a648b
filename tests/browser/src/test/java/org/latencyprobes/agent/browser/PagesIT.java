package org.latencyprobes.agent.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.Shop;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of the pages that commands write, in a real browser. */
@Tag("full")
final class PagesIT {

    private static Chromium browser;

    @TempDir
    private Path folder;

    @BeforeAll
    static void openBrowser() {
        browser = new Chromium();
    }

    @AfterAll
    static void closeBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    private static void run(Object... arguments) {
        ForkedJvm.ofJar(ForkedJvm.AGENT).quick().arguments(arguments).run().expectExit(0);
    }

    /** Opens the page in light, dark and narrow, in each of which axe-core must find nothing. */
    private static void check(Path page) {
        browser.open(page.toUri().toString());
        try {
            assertThat(browser.scheme("light").violations()).isEmpty();
            assertThat(browser.scheme("dark").violations()).isEmpty();
            assertThat(browser.size(400, 900).violations()).isEmpty();
            assertThat(browser.complaints()).isEmpty();
        } finally {
            browser.scheme("light").size(1440, 1000);
        }
    }

    @Test
    void thePageOfReportIsAccessibleAndObeysItsPolicy() {
        Path page = folder.resolve("report.html");
        try (RunningJvm jvm =
                ForkedJvm.of(Shop.class).quick().withAgent().start().awaitText("open")) {
            run("report", jvm.pid(), "-o", "html=" + page);
            check(page);
            assertThat(browser.text("body")).contains("Shop.place");
        }
    }

    @Test
    void thePageOfTailIsAccessibleAndObeysItsPolicy() {
        Path page = folder.resolve("why.html");
        WhyRun.writePage(page);
        check(page);
        assertThat(browser.text("body")).contains("Shop.place");
    }

    @Test
    void namesFromLogsAreShownAsText() {
        try (RunningJvm jvm = ForkedJvm.of(Shop.class)
                .quick()
                .withAgent("hlog=" + folder)
                .start()
                .awaitText("open")) {
            jvm.order("names");
            jvm.tellToEnd();
        }
        Path page = folder.resolve("report.html");
        run("report", folder, "-o", "html=" + page);
        check(page);
        assertThat(browser.text("main")).contains(Shop.HOSTILE);
        assertThat(browser.title()).doesNotContain("broken");
        assertThat(browser.all("img")).isEmpty();
        try (UiRun ui = UiRun.of(folder)) {
            browser.open(ui.link("filter=img"));
            browser.await("a row", () -> browser.text("#rows").contains(Shop.HOSTILE));
            browser.run("document.querySelector('#rows button').click()");
            browser.await("its pictures", () -> browser.text("#detail-heading").contains(Shop.HOSTILE));
            assertThat(browser.title()).doesNotContain("broken");
            assertThat(browser.all("img")).isEmpty();
            assertThat(browser.complaints()).isEmpty();
        }
    }
}
