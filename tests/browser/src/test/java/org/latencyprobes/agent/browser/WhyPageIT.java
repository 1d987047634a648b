package org.latencyprobes.agent.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** Tests of what a reader does with the page that {@code why} writes, in a real browser. */
@Tag("full")
final class WhyPageIT {

    @TempDir
    private static Path folder;

    private static Chromium browser;
    private static Path page;
    private static int slowCalls;

    @BeforeAll
    static void makePage() {
        page = folder.resolve("why.html");
        slowCalls = WhyRun.writePage(page);
        browser = new Chromium();
    }

    @AfterAll
    static void closeBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    private static void open() {
        browser.open(page.toUri().toString());
    }

    private static String focused(String property) {
        return String.valueOf(browser.run("return document.activeElement.getAttribute(arguments[0])", property));
    }

    private static String tip() {
        return String.valueOf(
                browser.run("const tip = document.querySelector('.tip'); return tip.hidden ? '' : tip.textContent"));
    }

    @Test
    void eachCallOfTheBandIsADot() {
        open();
        assertThat(browser.all("figure .dots:not(.pale) [aria-label]")).hasSize(slowCalls);
    }

    @Test
    void theKeyboardReachesTheDetailsOfEachCall() {
        open();
        browser.one(".scroll:has(.dots)").sendKeys(Keys.TAB);
        String longest = focused("aria-label");
        assertThat(longest).matches("[0-9.]+ [µm]?s · [0-9:.]+ .* · orders.*: .+");
        assertThat(browser.text("details summary")).startsWith(longest);
        assertThat(tip()).isEqualTo(longest);

        browser.one(":focus").sendKeys(Keys.HOME);
        int steps = browser.all("figure .dots [aria-label]").size() - 1;
        String before = focused("d");
        for (int i = 0; i < Math.min(20, steps); i++) {
            browser.one(":focus").sendKeys(Keys.ARROW_RIGHT);
            assertThat(focused("d")).isNotEqualTo(before);
            assertThat(tip()).isEqualTo(focused("aria-label"));
            before = focused("d");
        }
        browser.one(":focus").sendKeys(Keys.ESCAPE);
        assertThat(tip()).isEmpty();
    }

    @Test
    void aPointerNearADotTellsOfItsCall() {
        open();
        browser.run(
                "const dot = document.querySelector('.dots [tabindex=\"0\"]'); dot.scrollIntoView({block: 'center'});"
                        + "const place = dot.getBoundingClientRect();"
                        + "document.querySelector('svg:has(.dots)').dispatchEvent(new PointerEvent('pointermove',"
                        + "{clientX: place.x + place.width / 2 + 3, clientY: place.y + place.height / 2}))");
        assertThat(tip())
                .isNotEmpty()
                .isEqualTo(browser.run("return document.querySelector('.dots [tabindex=\"0\"]').ariaLabel"));
    }

    @Test
    void isNoWiderThanTheWindowAndHasTwoColumnsWhereThereIsRoom() {
        for (int width : new int[] {390, 800, 1440}) {
            browser.size(width, 900);
            open();
            assertThat(browser.run("return document.documentElement.scrollWidth"))
                    .isEqualTo((long) width);
            assertThat(browser.run("const parts = document.querySelectorAll('.beside > div');"
                            + "return parts[1].getBoundingClientRect().left > parts[0].getBoundingClientRect().right"))
                    .isEqualTo(width == 1440);
        }
    }

    @Test
    void aSlowCallOpensWithItsTimeByCause() {
        open();
        String open = "details[open]:has(svg)";
        int slowest = browser.all("h2 ~ h3").size(); // of each probe is open
        assertThat(browser.all(open)).hasSize(slowest);
        browser.one("details:has(svg):not([open]) > summary").click();
        assertThat(browser.all(open))
                .hasSize(slowest + 1)
                .allMatch(each -> each.getSize().getHeight() > 100);
    }

    @Test
    void asksNoNetwork() {
        open();
        assertThat(browser.run("return performance.getEntriesByType('resource').length"))
                .isEqualTo(0L);
        assertThat(browser.complaints()).isEmpty();
    }
}
