package org.latencyprobes.agent.browser;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.awaitility.Awaitility;
import org.latencyprobes.agent.kit.InstalledPrograms;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A real Chromium without a window, as the machine has it: nothing is downloaded. */
final class Chromium implements AutoCloseable {

    private static final String AXE = "/axe.min.js";
    private static final Duration TIMEOUT = Duration.ofSeconds(300);

    private final ChromeDriver driver;

    Chromium() {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(InstalledPrograms.program("chromium").toFile());
        options.addArguments("--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars");
        if ("root".equals(System.getProperty("user.name"))) {
            options.addArguments("--no-sandbox"); // root has none
        }
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(
                                InstalledPrograms.program("chromedriver").toFile())
                        .usingAnyFreePort()
                        .withTimeout(TIMEOUT)
                        .build(),
                options);
        driver.manage().timeouts().pageLoadTimeout(TIMEOUT).scriptTimeout(TIMEOUT);
        size(1440, 1000);
    }

    /** The size of the page in CSS pixels, also below what a window can have. */
    Chromium size(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        return this;
    }

    /** How the user likes pages: {@code light} or {@code dark}. */
    Chromium scheme(String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("media", "", "features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        return this;
    }

    /** As on paper, for a user who likes pages dark. */
    Chromium print() {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("media", "print", "features", List.of(Map.of("name", "prefers-color-scheme", "value", "dark"))));
        return this;
    }

    Chromium open(String link) {
        driver.get("about:blank");
        complaints(); // of the page before
        driver.get(link);
        return this;
    }

    String address() {
        return driver.getCurrentUrl();
    }

    String title() {
        return driver.getTitle();
    }

    List<WebElement> all(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    WebElement one(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    /** Moves the pointer to an element, also of a page that changes. */
    void point(String selector) {
        await("the pointer on " + selector, () -> {
            new Actions(driver).moveToElement(one(selector)).perform();
            return Boolean.TRUE.equals(run("return document.querySelector(arguments[0]).matches(':hover')", selector));
        });
    }

    /** The text of an element, at once: a page that changes has no time to lose it. */
    String text(String selector) {
        return String.valueOf(run("return document.querySelector(arguments[0])?.textContent ?? ''", selector));
    }

    Object run(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    Chromium await(String what, java.util.concurrent.Callable<Boolean> done) {
        Awaitility.await(what + "; the page says: " + text("body"))
                .atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(100))
                .ignoreExceptions()
                .until(done);
        return this;
    }

    /** What the browser has complained about since the page was opened, or since this was asked: faults of scripts, refusals by the security policy, missing files. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    /** What axe-core finds wrong, a line for each rule. */
    @SuppressWarnings("unchecked")
    List<String> violations() {
        driver.executeScript(axe());
        return (List<String>) driver.executeAsyncScript("const done = arguments[arguments.length - 1];"
                + "axe.run(document, {resultTypes: ['violations']}).then(found => done(found.violations.map("
                + "each => each.id + ': ' + each.help + ' ' + each.nodes.map(node => node.html).join(' '))),"
                + " fault => done([String(fault)]));");
    }

    private static String axe() {
        try (InputStream file = Chromium.class.getResourceAsStream(AXE)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    void screenshot(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    @Override
    public void close() {
        driver.quit();
    }
}
