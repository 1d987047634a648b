package org.latencyprobes.cli.why;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.latencyprobes.analysis.picture.PercentileCurve;
import org.latencyprobes.cli.jvm.JvmFinder;
import org.latencyprobes.cli.why.band.Band.Wanted;
import org.latencyprobes.cli.why.band.BandFigures;
import org.latencyprobes.cli.why.band.BandFigures.OfCause;
import org.latencyprobes.explain.sample.Share;

/** Tests of the page about the calls of {@link WhyReportTest}. */
final class WhyPageTest {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    private static WhyReport report() {
        return WhyReportTest.report(WhyReportTest.deep(), 0);
    }

    private static int count(String html, String part) {
        return html.split(part, -1).length - 1;
    }

    @Test
    void namesTheApplication() {
        long pid = ProcessHandle.current().pid();
        String main = JvmFinder.main(pid);
        assertThat(WhyPage.html(
                        WhyReport.of(pid, WhyReportTest.answer(SECOND), WhyReportTest.deep(), Wanted.AUTO, List.of())))
                .contains("<title>Why the tail is long: " + (main.isEmpty() ? "" : main + ", ") + "process " + pid);
    }

    @Test
    void isOneFileWithPicturesAndEscapedNames() {
        assertThat(WhyPage.html(report()))
                .startsWith("<!DOCTYPE html>")
                .contains("exec-&lt;7&gt;", "Single calls", "Latency by percentile", "time, by cause", "<svg")
                .doesNotContain("exec-<7>", "src=", "http-equiv=\"refresh\"");
    }

    @Test
    void beginsWithTheAnswerAndThreeFigures() {
        String html = WhyPage.html(report());
        assertThat(html)
                .containsSubsequence(
                        "<h2",
                        "<p class=\"answer\">Of the calls beyond p99.9, the main cause of 55\u00A0% is unknown, and so is 54\u00A0%"
                                + " of their time.</p>",
                        "<li><b>100 µs</b> is p99.9: 20 calls took longer</li>",
                        "<li><b>54 %</b> of their time: unknown</li>",
                        "<li><b>29 ms</b> is the longest call</li>",
                        "calls, by main cause",
                        "Single calls",
                        "Latency by percentile",
                        "<details open",
                        "<table>");
    }

    /** Of a sample the greatest share may be another's. */
    @Test
    void noCauseIsNamedWhoseShareMayNotBeTheGreatest() {
        ProbeTail tail = report().tails().get(0);
        BandFigures known = tail.figures();
        Share wide = new Share(0.2, 0.4, 0.6);
        Share exact = new Share(0.7, 0.7, 0.7);
        List<OfCause> causes = List.of(
                new OfCause("lock", new Share(0.35, 0.5, 0.7), exact),
                new OfCause("gc", wide, new Share(0.2, 0.3, 0.4)));
        BandFigures sampled = new BandFigures(
                known.band(), known.beyond(), known.nanos(), 10, 0, causes, known.without(), known.curveWithout());
        assertThat(new WhyAnswer(WhyReportTest.with(tail, sampled, tail.splits())).sentence())
                .isEqualTo("Of the calls beyond p99.9, no cause stands out; lock took 70 % of their time.");
    }

    @Test
    void saysThatNoCallIsKnownAndWhy() {
        assertThat(WhyPage.html(WhyReportTest.report(WhyReportTest.deep(), 100 * MILLI)))
                .contains("<p class=\"answer\">No call took 100 ms or longer.</p>")
                .doesNotContain("class=\"figures\"", "<details");
    }

    @Test
    void fewCallsAreNotDividedIntoShares() {
        assertThat(WhyPage.html(WhyReportTest.report(WhyReportTest.deep(), 21 * MILLI)))
                .contains(
                        "Only 9 of the calls from 21 ms on, too few for shares. The slowest took 29 ms; its main cause is unknown.")
                .doesNotContain("calls, by main cause");
    }

    /** Also those below 15 ms. */
    @Test
    void eachKeptCallIsADotAndTellsWhatItWas() {
        String html = WhyPage.html(WhyReportTest.report(WhyReportTest.deep(), 15 * MILLI));
        assertThat(count(html, "<title>[0-9.]+ ms · [0-9:.]+ [^ ]+ · exec-&lt;7&gt;, trace 4bf&lt;[0-9]+: "))
                .isEqualTo(20);
        assertThat(html)
                .contains(
                        ": lock 9 ms, unknown 8 ms; lock: monitor of Journal, held by &quot;writer&quot;, in Journal.append</title>");
    }

    /** The bar, the dots, the curve without it and the waterfall. */
    @Test
    void aCauseHasOneColourEverywhere() {
        assertThat(WhyPage.html(report()))
                .containsSubsequence(
                        "<rect class=\"full s1\"",
                        ">lock<",
                        "<g class=\"dots s1\"",
                        "<g class=\"s1\"><rect class=\"full\"");
    }

    @Test
    void whoDoesNotSeeTheCurvesIsToldTheFiguresOfTheText() {
        WhyReport report = report();
        ProbeTail tail = report.tails().get(0);
        assertThat(new BandText(report, tail).without()).isNotEmpty();
        assertThat(WhyPage.html(report).replaceAll("(?s).*<desc[^>]*>(Percentile spectrum[^<]*)</desc>.*", "$1"))
                .isEqualTo(
                        "Percentile spectrum. Orders.place, 20,000 calls in 30 s, p50 100 µs, p99 100 µs, p99.9 100 µs,"
                                + " max 29 ms. " + String.join(". ", new BandText(report, tail).without()) + '.');
    }

    @Test
    void theCurveWithoutACauseIsOfTheSameCalls() {
        PercentileCurve curve = report().tails().get(0).figures().curveWithout().apply("lock");
        assertThat(curve.samples()).isEqualTo(20_000);
        assertThat(curve.from()).isEqualTo(99.9, Offset.offset(1e-9));
        assertThat(curve.nanosAt(100)).isEqualTo(20.0 * MILLI);
        assertThat(report().tails().get(0).figures().curveWithout().apply("gc").nanosAt(100))
                .isEqualTo(29.0 * MILLI);
    }

    /** As many as {@code why} keeps of one probe. */
    @Test
    void staysSmallEnoughToBeSent() {
        WhyReport one = report();
        ProbeTail tail = one.tails().get(0);
        List<CallSplit> kept = Collections.nCopies(2_048 + 64, tail.splits().get(3));
        ProbeTail full = WhyReportTest.with(tail, tail.figures(), kept);
        String html = WhyPage.html(WhyReportTest.with(one, List.of(full)));
        assertThat(html.length()).isLessThan(600_000);
        assertThat(html).contains("Each dot is a call that was looked at");
        html = WhyPage.html(WhyReportTest.with(one, Collections.nCopies(50, full)));
        assertThat(html.length()).isLessThan(8_000_000);
        assertThat(html).contains("Each dot is one of the slowest 240 of 2,112 calls that were looked at");
    }

    /** Of the command, as in its text. */
    @Test
    void namesTheOneTimeZoneItHas() {
        WhyReport report = report();
        String html = WhyPage.html(report);
        ZoneId zone = ZoneId.systemDefault();
        String start = LocalDate.ofInstant(Instant.EPOCH, zone) + " " + LocalTime.ofInstant(Instant.EPOCH, zone);
        String name = zone.getRules().equals(ZoneOffset.UTC.getRules()) ? "UTC" : zone.getId();
        assertThat(html).contains(start + ":00.000 " + name + ", for 30 s", "start, " + name);
        String slowest = WhyText.slowest(report, report.tails().get(0).splits().get(0));
        assertThat(html)
                .contains(start.substring(0, 11)
                        + slowest.replaceFirst("slowest  29 ms  ", "").replaceFirst(" .*", ""));
    }

    @Test
    void theStacksOfTheTenSlowestCallsThatHaveOneAreInThePageAsText() {
        String html = WhyPage.html(report());
        assertThat(html.split("com.acme.Journal.append\\(&lt;b&gt;\\)\n", -1)).hasSize(11);
        assertThat(html).contains("\\u202eOrders.place14", "Orders.place5").doesNotContain("Orders.place4<", "\u202e");
    }

    @Test
    void hasFiftyProbesAndSaysHowManyMoreThereAre() {
        WhyReport one = report();
        WhyReport many =
                WhyReportTest.with(one, Collections.nCopies(53, one.tails().get(0)));
        assertThat(WhyPage.html(one)).doesNotContain("More probes");
        assertThat(WhyPage.html(many)).contains("3 probes with less time in slow calls are in the output of -o json.");
    }
}
