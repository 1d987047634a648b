package org.latencyprobes.agent.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.Shop;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;
import org.openqa.selenium.Keys;

/** Tests of the page of {@code ui} in a real browser, on a JVM under load. */
@Tag("full")
final class UiPageIT {

    /** Opens a call, and another where slower ones have displaced it. Says whether its stack is still shown when other calls are. */
    private static final String STAYS_OPEN = "const all = [...document.querySelectorAll('#calls details')];"
            + "const shown = () => document.getElementById('calls').textContent;"
            + "const opened = all.find(each => each.dataset.call === window.opened);"
            + "if (!opened) { all[0].querySelector('summary').click();"
            + "  window.opened = all[0].dataset.call; window.shown = shown(); }"
            + "return Boolean(opened && opened.open && window.shown !== shown()"
            + "  && opened.innerText.includes('com.acme.Shop.place(Shop.java:'))";

    /** The figure of the report by the page's column. */
    private static final Map<String, String> COLUMNS =
            Map.of("p50", "p50us", "p99", "p99us", "p99.9", "p999us", "max", "maxus", "total", "totalus");

    private static Chromium browser;

    /** For all tests that leave its probes and their modes as they are. */
    private static RunningJvm shop;

    private static UiRun ui;

    @BeforeAll
    static void open() {
        browser = new Chromium();
        shop = shop();
        ui = UiRun.of(shop.pid(), "--control");
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
        if (ui != null) {
            ui.close();
        }
        if (shop != null) {
            shop.close();
        }
    }

    static RunningJvm shop() {
        return ForkedJvm.of(Shop.class).quick().withAgent().start().awaitText("open");
    }

    /** The text of a probe's cell. */
    private static String cell(String probe, String column) {
        return String.valueOf(browser.run(
                "const heads = [...document.querySelectorAll('#columns th')].map(head => head.textContent);"
                        + "const line = [...document.querySelectorAll('#rows tr')]"
                        + ".find(each => each.children[0].textContent === arguments[0]);"
                        + "return line ? line.children[heads.indexOf(arguments[1])].textContent : ''",
                probe,
                column));
    }

    private static void awaitRow(String probe) {
        browser.await("a row of " + probe, () -> !cell(probe, "per s").isEmpty());
    }

    @Test
    void figuresAreThoseOfReportAsJsonAndAsHtmlAndOfTop(@TempDir Path folder) throws IOException {
        try (RunningJvm jvm = shop().order("rest");
                UiRun ui = UiRun.of(jvm.pid())) {
            Map<String, JsonNode> report = ReportedFigures.ofJson(jvm);
            Map<String, JsonNode> html = ReportedFigures.ofPage(browser, jvm, folder.resolve("report.html"));
            Map<String, JsonNode> top = ReportedFigures.ofTop(jvm);
            browser.open(ui.link("window=all"));
            awaitRow("Shop.place");
            for (String probe : List.of("Shop.place", "Shop.validate")) {
                JsonNode row = report.get(probe);
                for (String figure : List.of("p50us", "p99us", "p999us", "maxus", "totalus", "count")) {
                    assertThat(html.get(probe).path(figure).asDouble())
                            .isEqualTo(row.get(figure).asDouble());
                    assertThat(top.get(probe).get(figure))
                            .as(figure + " in top")
                            .isEqualTo(row.get(figure));
                }
                COLUMNS.forEach((column, figure) -> assertThat(cell(probe, column))
                        .as(column)
                        .isEqualTo(
                                row.get(figure).isNull() // of too few calls
                                        ? "–"
                                        : ReportedFigures.text(row.get(figure).asDouble())));
            }
        }
    }

    @Test
    void figuresComeInWhileOneLooks() {
        browser.open(ui.link("window=all"));
        awaitRow("Shop.place");
        String total = cell("Shop.place", "total");
        browser.await(
                "another total than " + total,
                () -> !cell("Shop.place", "total").equals(total));
        awaitPictures();
        assertThat(browser.complaints()).isEmpty();
    }

    /** Percentiles, causes, single calls and latency over time. */
    private static void awaitPictures() {
        browser.await("pictures", () -> {
            shop.order("audit");
            return browser.all("#pictures svg").size() == 4;
        });
    }

    @Test
    void slowCallsAreDotsBesideBarsOfTheirCausesAndWhatOneLooksAtStaysAsItIs() {
        browser.open(ui.link("window=all&probe=Shop.place&outcome=ok"));
        awaitPictures();
        assertThat(browser.text("#pictures figure:nth-child(2)"))
                .contains("Why calls were slow", "from p99: calls, by main cause", "from p99: their time");
        browser.run("window.longest = document.querySelector('#pictures .dots [tabindex=\"0\"]');"
                + "window.longest.focus()");
        String words = tip();
        assertThat(words).matches("[0-9.]+ [µm]?s · [0-9:.]+ · orders.*");
        awaitOtherPercentiles();
        assertThat(browser.run("return document.activeElement === window.longest"))
                .isEqualTo(true);
        assertThat(tip()).isEqualTo(words);
        browser.one(":focus").sendKeys(Keys.HOME, Keys.ARROW_RIGHT);
        assertThat(tip()).isEqualTo(browser.run("return document.activeElement.ariaLabel"));
        browser.run("document.activeElement.blur()");
        browser.await("other dots", () -> isGone("longest"));
        browser.point("#pictures figure:has(.dots)");
        browser.run("window.pointed = document.querySelector('#pictures figure:has(.dots)')");
        awaitOtherPercentiles();
        assertThat(isGone("pointed")).isFalse();
        browser.point("h1");
        browser.await("other dots", () -> isGone("pointed"));
        assertThat(browser.complaints()).isEmpty();
    }

    /** The server's answers, without the bars for as long as the page says so. */
    private static final String WITHOUT_BARS = "const real = window.fetch; window.lacksBars = true;"
            + "window.fetch = async (path, options) => { const answer = await real(path, options);"
            + "  if (!window.lacksBars || !path.startsWith('/probe')) return answer;"
            + "  const probe = await answer.json();"
            + "  probe.pictures = probe.pictures.replace(/<figure id=\"causes-.*?<\\/figure>/s, '');"
            + "  return new Response(JSON.stringify(probe)); }";

    @Test
    void aPictureThatComesLaterMovesNoFocusAway() {
        browser.open(ui.link("window=all&probe=Shop.place&outcome=ok"));
        awaitPictures();
        browser.run(WITHOUT_BARS);
        browser.await(
                "pictures without bars", () -> browser.all("#pictures figure").size() == 3);
        browser.run("window.longest = document.querySelector('#pictures .dots [tabindex=\"0\"]');"
                + "window.longest.focus(); window.lacksBars = false");
        browser.await("the bars", () -> browser.all("#pictures figure").size() == 4);
        assertThat(browser.text("#pictures figure:nth-child(2)")).contains("Why calls were slow");
        assertThat(browser.run("return document.activeElement === window.longest"))
                .isEqualTo(true);
        assertThat(browser.complaints()).isEmpty();
    }

    private static void awaitOtherPercentiles() {
        for (int i = 0; i < 2; i++) {
            browser.run("window.first = document.querySelector('#pictures figure')");
            browser.await("other percentiles", () -> isGone("first"));
        }
    }

    private static boolean isGone(String element) {
        return Boolean.FALSE.equals(browser.run("return window[arguments[0]].isConnected", element));
    }

    private static String tip() {
        return String.valueOf(
                browser.run("const tip = document.querySelector('.tip'); return tip.hidden ? '' : tip.textContent"));
    }

    @Test
    void theSlowestCallsOfAProbeHaveTheirStacksWhichStayOpen() {
        browser.open(ui.link("window=all&probe=Shop.place"));
        browser.await("a stack", () -> {
            shop.order("audit");
            return !browser.all("#calls details").isEmpty();
        });
        assertThat(visibleCalls()).contains(" · orders").doesNotContain("Shop.place(");
        browser.await("other calls, and the opened one still open", () -> {
            shop.order("audit");
            return Boolean.TRUE.equals(browser.run(STAYS_OPEN));
        });
        assertThat(browser.complaints()).isEmpty();
    }

    /** Without what is folded away. */
    private static String visibleCalls() {
        return String.valueOf(browser.run("return document.getElementById('calls').innerText"));
    }

    @Test
    void pauseKeepsAllAsItIsAndRowsAndFocusStayWhenTheJvmsChange() {
        try (RunningJvm jvm = shop();
                UiRun ui = UiRun.of(jvm.pid())) {
            browser.open(ui.link("window=all"));
            awaitRow("Shop.place");
            browser.run("document.querySelector('#columns button').focus(); document.getElementById('pause').click();"
                    + "window.lines = [...document.querySelectorAll('#rows tr')]");
            String shown = shown();
            jvm.kill();
            browser.await("that it is gone", () -> sent().contains("ended"));
            assertThat(shown()).isEqualTo(shown).contains("Connected", "As of ");
            assertThat(isKept()).isTrue();
            browser.run("document.getElementById('pause').click()");
            browser.await("that this is shown", () -> browser.text("#jvms").contains("ended"));
            assertThat(isKept()).isTrue();
        }
    }

    private static String shown() {
        return String.valueOf(browser.run(
                "return document.querySelector('header').innerText + document.getElementById('rows').innerText"));
    }

    /** What the page has been sent of its JVMs, shown or not. */
    private static String sent() {
        return String.valueOf(browser.run("return import('/view.js').then(view => JSON.stringify(view.page.jvms))"));
    }

    /** Whether rows are those of before the pause, and the focus is on the same heading. */
    private static boolean isKept() {
        return Boolean.TRUE.equals(
                browser.run("return window.lines.length > 0 && window.lines.every(each => each.isConnected)"
                        + "&& document.activeElement === document.querySelector('#columns button')"));
    }

    @Test
    void theTokenLeavesTheAddress() {
        browser.open(ui.link());
        awaitRow("Shop.place");
        assertThat(browser.address()).doesNotContain("token");
        browser.run("location.reload()");
        awaitRow("Shop.place");
    }

    @Test
    void withoutTheTokenNothingIsShown() {
        browser.open("http://127.0.0.1:" + ui.port() + "/#token=wrong");
        browser.await("a refusal", () -> browser.text("#connection").contains("needs the link"));
        assertThat(browser.all("#rows tr")).isEmpty();
    }

    @Test
    void aLinkLeadsToAProbeAndATime() {
        browser.open(ui.link("probe=Shop.validate&outcome=ok&window=10s&percentile=p90&filter=Shop"));
        awaitRow("Shop.validate");
        browser.await("its pictures", () -> browser.text("#detail-heading").equals("Shop.validate"));
        assertThat(browser.text("#caption")).contains("last 10 s");
        browser.await("its p90", () -> !cell("Shop.validate", "p90").isEmpty());
        assertThat(browser.text("#rows")).doesNotContain("jitter");
    }

    @Test
    void namesFromOutsideAreShownAsText() {
        shop.order("names");
        browser.open(ui.link("window=all&filter=img"));
        browser.await("a row", () -> browser.text("#rows").contains(Shop.HOSTILE));
        browser.run("document.querySelector('#rows button').click()");
        browser.await("its pictures", () -> browser.text("#detail-heading").contains(Shop.HOSTILE));
        browser.await("its pictures", () -> !browser.all("#pictures svg").isEmpty());
        assertThat(browser.all("img, #rows script, #pictures script")).isEmpty();
        assertThat(browser.title()).doesNotContain("broken");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void axeFindsNothing() {
        browser.open(ui.link());
        awaitRow("Shop.place");
        awaitPictures();
        try {
            assertThat(browser.scheme("light").violations()).isEmpty();
            assertThat(browser.scheme("dark").violations()).isEmpty();
            assertThat(browser.size(400, 900).violations()).isEmpty();
            assertThat(browser.run("return document.documentElement.scrollWidth <= innerWidth"))
                    .isEqualTo(true);
        } finally {
            browser.scheme("light").size(1440, 1000);
        }
    }

    @Test
    void aThousandProbesAreFewRowsAndAllAreFound() {
        try (RunningJvm jvm = shop().order("many");
                UiRun ui = UiRun.of(jvm.pid())) {
            browser.open(ui.link("window=all"));
            browser.await("all probes", () -> browser.text("#caption").matches("100 of 1,?0\\d\\d rows.*"));
            assertThat(browser.all("#rows tr")).hasSize(100);
            browser.one("#filter").sendKeys("Shelf997");
            browser.await("one row", () -> browser.all("#rows tr").size() == 1);
            assertThat(cell("Shelf997.count", "per s")).isNotEmpty();
            browser.one("#filter").clear();
        }
    }

    private static void expectThatAQuestionNamesItsJvm(RunningJvm jvm) {
        try (UiRun ui = UiRun.of(jvm.pid(), shop.pid(), "--control")) {
            browser.open(ui.link("probe=Shop.place&outcome=ok"));
            browser.await("both", () -> browser.all("#jvms li.live").size() == 2);
            browser.run("window.asked = []; window.confirm = text => asked.push(text) < 0;"
                    + "window.fetch = async () => new Response('It is slow.\\n', {status: 409});"
                    + "document.getElementById('unprobe').click()");
            browser.await("the answers", () -> browser.text("#answer").contains("Nothing was changed."));
            assertThat(String.valueOf(browser.run("return asked.join('; ')")))
                    .matches("(?s).*" + jvm.pid() + ".*: It is slow.\nA yes holds until detach. Go on\\?; .*"
                            + shop.pid() + ".*: It is slow.\nA yes holds until detach. Go on\\?");
        }
    }

    @Test
    void withControlThePageSwitchesModesAndWithoutItHasNoButtonForIt() {
        try (RunningJvm jvm = shop()) {
            try (UiRun ui = UiRun.of(jvm.pid())) {
                browser.open(ui.link("probe=Shop.place&outcome=ok"));
                browser.await("pictures", () -> !browser.all("#pictures svg").isEmpty());
                assertThat(browser.one("#mode").isDisplayed()).isFalse();
                assertThat(browser.one("#add").isDisplayed()).isFalse();
            }
            try (UiRun ui = UiRun.of(jvm.pid(), "--control")) {
                browser.open(ui.link("probe=Shop.place&outcome=ok"));
                browser.await("its modes", () -> browser.one("#mode").isDisplayed());
                browser.run("const mode = document.getElementById('mode-name'); mode.value = 'off';"
                        + "document.getElementById('mode').requestSubmit()");
                browser.await("the answer", () -> browser.text("#answer").contains("1 probe is off"));
                browser.await("the mode", () -> cell("Shop.place", "mode").equals("off"));
                assertThat(browser.complaints()).isEmpty();
            }
            expectThatAQuestionNamesItsJvm(jvm);
        }
    }
}
