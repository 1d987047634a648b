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

/** Tests of the page of {@code ui} in a real browser, on several JVMs and logs. */
@Tag("full")
final class UiJvmsIT {

    private static Chromium browser;

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

    @Test
    void theNextJvmWithTheSameMainClassIsFound() {
        try (RunningJvm first = UiPageIT.shop();
                UiRun ui = UiRun.of(first.pid())) {
            browser.open(ui.link());
            browser.await("its row", () -> browser.text("#rows").contains("Shop.place"));
            first.kill();
            browser.await("that it is gone", () -> browser.text("#jvms").contains("ended"));
            try (RunningJvm second = UiPageIT.shop()) {
                browser.await(
                        "the next",
                        () -> browser.text("#jvms").contains("process " + second.pid())
                                && "live".equals(browser.run("return document.querySelector('#jvms li')?.className")));
                browser.await("its row", () -> browser.text("#rows").contains("Shop.place"));
            }
        }
    }

    @Test
    void aLogIsShownBesideAJvm(@TempDir Path folder) {
        try (RunningJvm before = ForkedJvm.of(Shop.class)
                .quick()
                .withAgent("interval=1s,hlog=" + folder)
                .start()
                .awaitText("open")) {
            before.await("some lines", () -> before.printed().contains("Shop.place"));
            before.tellToEnd();
        }
        try (RunningJvm jvm = UiPageIT.shop();
                UiRun ui = UiRun.of(jvm.pid(), folder)) {
            browser.open(ui.link("window=all&probe=Shop.place&outcome=ok"));
            browser.await("both", () -> browser.all("#jvms li").size() == 2);
            browser.await(
                    "pictures of both", () -> browser.all("#pictures svg").size() == 5); // logs have no single calls
            assertThat(browser.text("#jvms li.finished")).contains("finished");
            assertThat(browser.text("#caption")).contains("since the start; all time of");
            assertThat(browser.complaints()).isEmpty();
        }
    }
}
