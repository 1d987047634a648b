package org.latencyprobes.analysis.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.latencyprobes.analysis.picture.axis.TextWidth;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** The checks that every picture must stand: well-formed, named, no script, no text over another or beyond the edge. */
final class SvgCheck {

    private final Element root;

    private SvgCheck(Element root) {
        this.root = root;
    }

    static SvgCheck of(Picture picture) {
        SvgCheck check = new SvgCheck(parse(picture.svg()).getDocumentElement());
        check.isNamed();
        check.hasNothingActive();
        check.textsKeepApart();
        return check;
    }

    List<String> texts() {
        return elements("text").stream().map(Element::getTextContent).toList();
    }

    int count(String element, String cssClass) {
        return (int) elements(element).stream()
                .filter(each -> List.of(each.getAttribute("class").split(" ")).contains(cssClass))
                .count();
    }

    private void isNamed() {
        assertThat(root.getAttribute("role")).isIn("img", "group");
        assertThat(elements("title").get(0).getParentNode()).isSameAs(root);
        assertThat(elements("desc")).hasSize(1);
        assertThat(root.getAttribute("aria-labelledby"))
                .isEqualTo(elements("title").get(0).getAttribute("id") + " "
                        + elements("desc").get(0).getAttribute("id"));
    }

    private void hasNothingActive() {
        NodeList all = root.getElementsByTagName("*");
        for (int i = 0; i < all.getLength(); i++) {
            assertThat(all.item(i).getNodeName()).isNotIn("script", "a", "image", "foreignObject", "use");
            for (int j = 0; j < all.item(i).getAttributes().getLength(); j++) {
                assertThat(all.item(i).getAttributes().item(j).getNodeName())
                        .doesNotStartWith("on")
                        .isNotIn("href", "xlink:href", "style");
            }
        }
    }

    private void textsKeepApart() {
        List<Box> boxes = elements("text").stream().map(SvgCheck::box).toList();
        double width = Double.parseDouble(root.getAttribute("width"));
        double height = Double.parseDouble(root.getAttribute("height"));
        for (int i = 0; i < boxes.size(); i++) {
            Box box = boxes.get(i);
            assertThat(box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= height)
                    .as("%s within %s × %s", box, width, height)
                    .isTrue();
            for (Box other : boxes.subList(i + 1, boxes.size())) {
                assertThat(box.overlaps(other)).as("%s over %s", box, other).isFalse();
            }
        }
    }

    private record Box(String text, double left, double right, double top, double bottom) {

        boolean overlaps(Box other) {
            return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
        }
    }

    /** The place of a text, with the width that the fonts have at most. */
    private static Box box(Element text) {
        double x = Double.parseDouble(text.getAttribute("x"));
        double y = Double.parseDouble(text.getAttribute("y"));
        String moved = ((Element) text.getParentNode()).getAttribute("transform");
        if (!moved.isEmpty()) {
            String[] by = moved.replaceAll("translate\\((.*)\\)", "$1").split(" ");
            x += Double.parseDouble(by[0]);
            y += Double.parseDouble(by[1]);
        }
        double font = text.getAttribute("class").contains("title") ? Frame.TITLE : TextWidth.FONT;
        double width = TextWidth.of(text.getTextContent(), font);
        double left = switch (text.getAttribute("text-anchor")) {
            case "middle" -> x - width / 2;
            case "end" -> x - width;
            default -> x;
        };
        return new Box(text.getTextContent(), left, left + width, y - 0.8 * font, y + 0.2 * font);
    }

    private List<Element> elements(String name) {
        NodeList nodes = root.getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }

    private static Document parse(String svg) {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(svg)));
        } catch (ParserConfigurationException | SAXException | IOException e) {
            throw new AssertionError(svg, e);
        }
    }
}
