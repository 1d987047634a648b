package org.latencyprobes.analysis.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.analysis.picture.PercentileCurve;
import org.latencyprobes.analysis.picture.PercentilePoint;
import org.latencyprobes.analysis.picture.SpectrumPicture;
import org.latencyprobes.analysis.picture.WaterfallPicture;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** What is written is XML as well as HTML, so the tests parse it as such. */
class ReportPageTest {

    private static final String HOSTILE = "</script></style></title><img src=x onerror=alert(1)>\"'&\0\u001B]]>";

    private static ReportPage example() {
        return new ReportPage("Date serialisation")
                .fact("Machine", "Intel Xeon, 2 CPUs")
                .fact("JDK", "17.0.15")
                .result(new ResultLine("twice as long", "2", "1.81 (1.62–2.03)", "", "reproduced"))
                .section("Percentiles")
                .paragraph("In µs.")
                .table(new PageTable("Calls", 1, List.of("percentile", "micro"), List.of(List.of("p50", "1.5"))))
                .section("Pictures")
                .picture(new WaterfallPicture("Way", "time").stage("a", 5).picture(), "The way of an order.")
                .picture(new WaterfallPicture("Way", "time").stage("b", 6).picture(), "The way back.")
                .data(Map.of("p50", 1.5));
    }

    @Test
    void isAWellFormedDocumentWithNamedParts() throws Exception {
        Document document = parse(example().html());

        assertThat(texts(document, "h1")).containsExactly("Date serialisation");
        assertThat(texts(document, "h2")).containsExactly("Results", "Percentiles", "Pictures");
        assertThat(texts(document, "dd")).containsExactly("Intel Xeon, 2 CPUs", "17.0.15");
        assertThat(texts(document, "caption")).hasSize(2);
        assertThat(texts(document, "figcaption")).containsExactly("The way of an order.", "The way back.");
        assertThat(texts(document, "a")).containsExactly("Percentiles", "Pictures");
        assertThat(document.getDocumentElement().getAttribute("lang")).isEqualTo("en");
        elements(document, "th")
                .forEach(th -> assertThat(th.getAttribute("scope")).isIn("row", "col"));
        elements(document, "svg")
                .forEach(svg -> assertThat(svg.getAttribute("role")).isEqualTo("img"));
    }

    @Test
    void namesNoIdTwiceAndNoneThatIsMissing() throws Exception {
        Document document = parse(example().html());
        Set<String> ids = new HashSet<>();
        elements(document, "*").stream()
                .map(element -> element.getAttribute("id"))
                .filter(id -> !id.isEmpty())
                .forEach(id -> assertThat(ids.add(id)).as(id).isTrue());

        elements(document, "*").forEach(element -> {
            for (String id : element.getAttribute("aria-labelledby").split(" ")) {
                assertThat(id.isEmpty() || ids.contains(id)).as(id).isTrue();
            }
        });
        elements(document, "a")
                .forEach(a -> assertThat(ids).contains(a.getAttribute("href").substring(1)));
    }

    @Test
    void allowsItsOwnStyleAndScriptAndNothingElse() throws Exception {
        Document document = parse(switchable().html());
        String policy = elements(document, "meta").stream()
                .filter(meta -> meta.getAttribute("http-equiv").equals("Content-Security-Policy"))
                .map(meta -> meta.getAttribute("content"))
                .findFirst()
                .orElseThrow();

        assertThat(policy)
                .isEqualTo("default-src 'none'; style-src " + hash(switchable().html(), "<style>", "</style>")
                        + "; script-src " + hash(switchable().html(), "<script>", "</script>")
                        + "; base-uri 'none'; form-action 'none'");
        assertThat(elements(document, "style")).hasSize(1);
        isInert(document);
    }

    /** As a browser takes the content of an element: character by character. */
    private static String hash(String html, String begin, String end) throws Exception {
        String content = html.substring(html.indexOf(begin) + begin.length(), html.indexOf(end, html.indexOf(begin)));
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
        return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    }

    private static ReportPage switchable() {
        SpectrumPicture spectrum = new SpectrumPicture("Spectrum");
        Histogram histogram = new Histogram(2);
        histogram.recordValue(1_000);
        for (int i = 0; i < 10; i++) {
            spectrum.series("series " + i, List.of(PercentileCurve.of(histogram)));
        }
        return example().picture(spectrum.switchable(), "Ten");
    }

    @Test
    void hasABoxForEachSeriesThatShowsAndHidesItWithoutScript() throws Exception {
        String html = switchable().html();
        Document document = parse(html);
        List<Element> boxes = elements(document, "input");

        assertThat(boxes).hasSize(10);
        assertThat(boxes.stream().filter(box -> box.hasAttribute("checked"))).hasSize(8);
        assertThat(texts(document, "label")).contains("series 0", "series 9");
        assertThat(html).contains("#p4:has(#p4-9:not(:checked)) .c9{display:none}");
        assertThat(html).contains("class=\"line s1 c9\"");
    }

    @Test
    void foldsALongText() throws Exception {
        Document document =
                parse(new ReportPage("x").folded("more", "a  b\n<c>").html());

        assertThat(texts(document, "summary")).containsExactly("more");
        assertThat(texts(document, "pre")).containsExactly("a  b\n<c>");
    }

    @Test
    void showsHostileTextsAsText() throws Exception {
        String html = new ReportPage(HOSTILE)
                .fact(HOSTILE, HOSTILE)
                .result(new ResultLine(HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE))
                .section(HOSTILE)
                .section(HOSTILE)
                .paragraph(HOSTILE)
                .table(new PageTable(HOSTILE, 1, List.of(HOSTILE), List.of(List.of(HOSTILE))))
                .picture(new WaterfallPicture(HOSTILE, "time").stage(HOSTILE, 5).picture(), HOSTILE)
                .picture(new SpectrumPicture(HOSTILE).series(HOSTILE, List.of()).switchable(), HOSTILE)
                .folded(HOSTILE, HOSTILE)
                .part(HOSTILE)
                .savings()
                .data(Map.of(HOSTILE, HOSTILE))
                .html();

        Document document = parse(html);
        isInert(document);
        assertThat(elements(document, "img")).isEmpty();
        assertThat(texts(document, "h1").get(0)).startsWith("</script></style></title><img src=x onerror=alert(1)>");
        assertThat(html).doesNotContain("<img");
    }

    @Test
    void leavesOutColumnsThatAreEmptyInEveryResult() throws Exception {
        assertThat(texts(parse(example().html()), "th"))
                .contains("claim", "published", "here", "verdict")
                .doesNotContain("ceiling");
    }

    @Test
    void holdsItsDataAsJson() {
        Matcher matcher = Pattern.compile("<script type=\"application/json\" id=\"data\">(.*)</script>")
                .matcher(example().html());

        assertThat(matcher.find()).isTrue();
        assertThat(matcher.group(1)).isEqualTo("{\"p50\":1.5}");
    }

    @Test
    void isWrittenWhenEmpty() throws Exception {
        assertThat(texts(parse(new ReportPage("Nothing").html()), "h1")).containsExactly("Nothing");
    }

    @Test
    void refusesRowsThatDoNotFit() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PageTable("x", 1, List.of("a", "b"), List.of(List.of("1"))));
    }

    @Test
    void staysBelowHalfAMegabyteForAHundredSeries() {
        SpectrumPicture spectrum = new SpectrumPicture("All probes");
        List<List<String>> rows = new ArrayList<>();
        List<Object> data = new ArrayList<>();
        Random random = new Random(1);
        for (int i = 0; i < 100; i++) {
            Histogram histogram = new Histogram(2);
            for (int call = 0; call < 20_000; call++) {
                histogram.recordValue((long) (1_000 * (i + 1) * Math.exp(random.nextGaussian())));
            }
            PercentileCurve curve = PercentileCurve.of(histogram);
            String name = "com.acme.orders.Service" + i + "#place(Order, Account)";
            spectrum.series(name, List.of(curve));
            rows.add(List.of(name, "20,000", "1.23", "4.56", "7.89", "123.45", "1,234.5"));
            data.add(Map.of(
                    "name",
                    name,
                    "samples",
                    curve.samples(),
                    "percentiles",
                    curve.points().stream()
                            .map(PercentilePoint::nanos)
                            .distinct()
                            .limit(100)
                            .toList()));
        }
        String html = new ReportPage("Large")
                .table(new PageTable("Probes", 1, List.of("probe", "calls", "p50", "p90", "p99", "p99.9", "max"), rows))
                .picture(spectrum.switchable(), "All")
                .data(data)
                .html();

        assertThat(html.getBytes(StandardCharsets.UTF_8).length).isLessThan(500_000);
    }

    private static void isInert(Document document) {
        elements(document, "*").forEach(element -> {
            assertThat(element.getTagName()).isNotIn("img", "iframe", "object", "embed", "link", "form", "base");
            for (int i = 0; i < element.getAttributes().getLength(); i++) {
                String name = element.getAttributes().item(i).getNodeName();
                assertThat(name).doesNotStartWith("on").isNotIn("src", "style", "xlink:href");
                assertThat(!name.equals("href") || element.getAttribute(name).startsWith("#"))
                        .isTrue();
            }
        });
        assertThat(elements(document, "script").stream()
                        .filter(script -> !script.getAttribute("type").equals("application/json"))
                        .map(script -> script.getTextContent().strip()))
                .containsExactly(PageScript.TEXT
                        .replace("<![CDATA[", "")
                        .replace("]]>", "")
                        .strip());
    }

    private static Document parse(String html) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(html.replace("<!DOCTYPE html>", ""))));
    }

    private static List<Element> elements(Document document, String name) {
        NodeList nodes = document.getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }

    private static List<String> texts(Document document, String name) {
        return elements(document, name).stream().map(Element::getTextContent).toList();
    }
}
