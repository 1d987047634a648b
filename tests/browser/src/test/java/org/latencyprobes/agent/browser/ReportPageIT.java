package org.latencyprobes.agent.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.Shop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;
import org.openqa.selenium.WebElement;

/** Tests of what a reader does with the page that {@code report -o html} writes, in a real browser. */
@Tag("full")
final class ReportPageIT {

    /** Has no place at which a line could end. */
    private static final String LONG = "<i>" + "x".repeat(200) + "</i>";

    /** In CSS pixels, without margins of 12 mm. */
    private static final int A4_WIDTH = 702;

    @TempDir
    private static Path folder;

    private static Chromium browser;
    private static Path ofJvm;
    private static Path ofLogs;

    @BeforeAll
    static void makePages() throws IOException {
        Path log = folder.resolve("one.hlog");
        ofJvm = folder.resolve("jvm.html");
        ofLogs = folder.resolve("logs.html");
        try (RunningJvm jvm = ForkedJvm.of(Shop.class)
                .quick()
                .withAgent("report=off,hlog=" + log)
                .start()
                .awaitText("open")) {
            Awaitility.await("lines in the log")
                    .atMost(Duration.ofSeconds(300))
                    .ignoreExceptions()
                    .until(() -> Files.readString(log).split("Tag=Shop.place;", -1).length > 3);
            run("report", jvm.pid(), "-o", "html=" + ofJvm);
            run("detach", jvm.pid());
        }
        Path named = Files.writeString(
                folder.resolve("two.hlog"), Files.readString(log).replace("Tag=Shop.place;", "Tag=" + LONG + ";"));
        run("report", log, named, "-o", "html=" + ofLogs);
        browser = new Chromium();
    }

    private static void run(Object... arguments) {
        ForkedJvm.ofJar(ForkedJvm.AGENT).quick().arguments(arguments).run().expectExit(0);
    }

    @AfterAll
    static void closeBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    private static void open(Path page) {
        browser.open(page.toUri().toString());
    }

    /** The first cells of a table. */
    @SuppressWarnings("unchecked")
    private static List<String> column(int column) {
        return (List<String>) browser.run(
                "return [...document.querySelector('main table').tBodies[0].rows]"
                        + ".filter(row => !row.hidden).map(row => row.cells[arguments[0]].textContent)",
                column);
    }

    @Test
    void isNoWiderThanTheWindow() {
        for (int width : new int[] {400, 1440}) {
            browser.size(width, 900);
            open(ofLogs);
            assertThat(browser.run("return document.documentElement.scrollWidth"))
                    .isEqualTo((long) width);
        }
    }

    /** How many of the elements take room. */
    private static long seen(String selector) {
        return (long) browser.run(
                "return [...document.querySelectorAll(arguments[0])].filter(each => each.checkVisibility()"
                        + " && each.getClientRects().length > 0).length",
                selector);
    }

    @Test
    void onPaperAllRowsAreThereAndNoControls() {
        for (Path page : List.of(ofJvm, ofLogs)) {
            open(page);
            browser.run("document.querySelectorAll('input[type=search]').forEach(field => {"
                    + "field.value = 'no such row'; field.dispatchEvent(new Event('input')); })");
            try {
                browser.print().size(A4_WIDTH, 1_000);

                assertThat(seen("tr")).isEqualTo(browser.all("tr").size());
                assertThat(seen("nav, input, select, .tools, .tools button, .hint"))
                        .isZero();
                assertThat(seen(".switches label"))
                        .isEqualTo(browser.all(".switches input:checked").size());
                assertThat(seen("details pre"))
                        .isEqualTo(browser.all("details pre").size());
                assertThat(browser.run("return getComputedStyle(document.body).backgroundColor"))
                        .isEqualTo("rgb(255, 255, 255)");
                assertThat(browser.run("return getComputedStyle(document.querySelector('.ground')).fill"))
                        .isEqualTo("rgb(255, 255, 255)");
                assertThat(browser.run("return document.documentElement.scrollWidth"))
                        .isEqualTo((long) A4_WIDTH);
            } finally {
                browser.scheme("light").size(1440, 1_000);
            }
        }
    }

    @Test
    void sortsAndFilters() {
        open(ofLogs);
        WebElement count = browser.all("main table th button").get(2);
        count.click();
        List<String> falling = column(2);
        assertThat(browser.text("th[aria-sort=descending]")).isEqualTo("count");
        count.click();

        assertThat(browser.text("th[aria-sort=ascending]")).isEqualTo("count");
        assertThat(column(2)).hasSameElementsAs(falling).isNotEqualTo(falling);
        assertThat(column(2).get(0)).isEqualTo(falling.get(falling.size() - 1));
    }

    @Test
    void whatIsNotKnownIsLastInBothDirections() {
        open(ofLogs);
        browser.run("document.querySelector('main table').tBodies[0].rows[0].cells[2].textContent = '–'");
        WebElement count = browser.all("main table th button").get(2);

        for (String direction : List.of("descending", "ascending")) {
            count.click();
            List<String> shown = column(2);
            assertThat(browser.text("th[aria-sort=" + direction + "]")).isEqualTo("count");
            assertThat(shown.indexOf("–")).isEqualTo(shown.size() - 1);
        }
    }

    @Test
    void boxesShowAndHideLines() {
        open(ofLogs);
        WebElement box = browser.one("fieldset.switches input");
        Object shown = browser.run("return getComputedStyle(document.querySelector('.c0')).display");
        box.click();

        assertThat(shown).isNotEqualTo("none");
        assertThat(browser.run("return getComputedStyle(document.querySelector('.c0')).display"))
                .isEqualTo("none");
    }

    @Test
    void savesPercentilesAsHdrHistogramDoes() {
        open(ofJvm);
        browser.run(
                "window.saved = '';"
                        + "const made = URL.createObjectURL;"
                        + "URL.createObjectURL = blob => { blob.text().then(text => { window.saved = text; }); return made(blob); }");
        browser.run("const choice = document.querySelector('#take select');"
                + "choice.value = [...choice.options].find(each => each.textContent === 'Shop.place').value");
        browser.all("#take button").get(0).click();
        browser.await("a saved text", () -> !browser.run("return window.saved").equals(""));

        assertThat(String.valueOf(browser.run("return window.saved")))
                .startsWith("       Value     Percentile TotalCount 1/(1-Percentile)\n\n")
                .containsPattern("\\n +[0-9.]+ 0\\.500000000000 +[0-9]+ +2\\.00\\n")
                .containsPattern("\\n#\\[Max     = +[0-9.]+, Total count    = +[0-9]+]\\n");
    }
}
