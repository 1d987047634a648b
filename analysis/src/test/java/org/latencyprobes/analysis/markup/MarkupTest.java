package org.latencyprobes.analysis.markup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarkupTest {

    @Test
    void writesElementsWithinEachOther() {
        Markup markup = new Markup()
                .open("g", "class", "line")
                .element("text", "hello", "x", 1.0)
                .empty("rect")
                .close();

        assertThat(markup).hasToString("<g class=\"line\"><text x=\"1\">hello</text><rect/></g>");
    }

    @Test
    void escapesTextsAndAttributes() {
        assertThat(new Markup().element("p", "</p><script>\"&'", "title", "\" onload='x"))
                .hasToString("<p title=\"&quot; onload=&#39;x\">&lt;/p&gt;&lt;script&gt;&quot;&amp;&#39;</p>");
    }

    @Test
    void replacesWhatXmlCannotHold() {
        assertThat(new Markup().text("a\0b\u001Bc\uD800d\uFFFEe\u0085f 😀\t"))
                .hasToString("a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFDf 😀\t");
    }

    /** Else the figures behind a name would stand before it. */
    @Test
    void namesFromRightToLeftAreTextOfTheirOwn() {
        assertThat(new Markup().text("\u05e9\u05dc.\u05e2\u05d5 \u05d0 · \u0627\u0628: 5 ms, p99 é"))
                .hasToString("\u2068\u05e9\u05dc.\u05e2\u05d5 \u05d0\u2069 · \u2068\u0627\u0628\u2069: 5 ms, p99 é");
    }

    @Test
    void refusesElementsThatAreNotClosed() {
        Markup markup = new Markup().open("g");

        assertThatIllegalStateException().isThrownBy(markup::toString).withMessageContaining("g");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1.25, 1.3", "-0.04, 0", "-3.96, -4", "-0.55, -0.5", "1234567.89, 1234567.9"})
    void writesCoordinatesWithOneDecimal(double pixels, String text) {
        assertThat(Markup.number(pixels)).isEqualTo(text);
    }
}
