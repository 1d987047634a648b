package org.latencyprobes.analysis.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.latencyprobes.analysis.markup.Markup;
import org.latencyprobes.analysis.picture.Picture;
import org.latencyprobes.analysis.picture.SwitchPicture;

/**
 * A report as one HTML file, which needs no network: facts, a line for each result, then sections with texts, tables and pictures, and the
 * data. A small script sorts, filters and copies tables and saves data; without it everything is still there to read. Every text is escaped.
 * For one thread.
 */
public final class ReportPage {

    private final String title;
    private final List<List<String>> facts = new ArrayList<>();
    private final List<ResultLine> results = new ArrayList<>();
    private final List<String> sections = new ArrayList<>();
    private final Markup body = new Markup();
    private final StringBuilder switches = new StringBuilder();
    private String data = "";
    private int ids;

    /**
     * Creates an empty page.
     *
     * @param title of the page
     */
    public ReportPage(String title) {
        this.title = title;
    }

    /**
     * The rules of every page and of the pictures in it, for pages that are served in parts.
     *
     * @return CSS
     */
    public static String css() {
        return PageStyle.CSS;
    }

    /**
     * The script that tells single calls in pictures, for pages that are served in parts.
     *
     * @return JavaScript, whose function {@code tellDots} takes a figure
     */
    public static String dotsScript() {
        return PageScript.OF_DOTS;
    }

    /**
     * Adds a fact to the head.
     *
     * @param name such as {@code Machine}
     * @param value such as {@code Intel Xeon, 2 CPUs}
     * @return this
     */
    public ReportPage fact(String name, String value) {
        facts.add(List.of(name, value));
        return this;
    }

    /**
     * Adds a result to the table at the head.
     *
     * @param line on one claim
     * @return this
     */
    public ReportPage result(ResultLine line) {
        results.add(line);
        return this;
    }

    /**
     * Begins a section.
     *
     * @param heading of the section
     * @return this
     */
    public ReportPage section(String heading) {
        sections.add(heading);
        body.element("h2", heading, "id", "section-" + sections.size());
        return this;
    }

    /**
     * Adds a paragraph.
     *
     * @param text without markup
     * @return this
     */
    public ReportPage paragraph(String text) {
        body.element("p", text);
        return this;
    }

    /**
     * Begins a part of a section.
     *
     * @param heading of the part
     * @return this
     */
    public ReportPage part(String heading) {
        body.element("h3", heading);
        return this;
    }

    /**
     * Adds the answer to the question of a section.
     *
     * @param sentence the answer
     * @param figures up to three figures, each with what it is
     * @return this
     */
    public ReportPage answer(String sentence, Map<String, String> figures) {
        body.element("p", sentence.replace(" %", "\u00A0%"), "class", "answer");
        if (!figures.isEmpty()) {
            body.open("ul", "class", "figures");
            figures.forEach((what, figure) ->
                    body.open("li").element("b", figure).text(" " + what).close());
            body.close();
        }
        return this;
    }

    /**
     * Adds parts that stand side by side where the window is wide.
     *
     * @param parts each adds to this page
     * @return this
     */
    public ReportPage beside(Runnable... parts) {
        body.open("div", "class", "beside");
        for (Runnable part : parts) {
            body.open("div");
            part.run();
            body.close();
        }
        body.close();
        return this;
    }

    /**
     * Adds what is folded away until a reader opens it.
     *
     * @param summary what it is
     * @param isOpen whether it is open at first
     * @param content adds to this page
     * @return this
     */
    public ReportPage folded(String summary, boolean isOpen, Runnable content) {
        if (isOpen) {
            body.open("details", "open", "open");
        } else {
            body.open("details");
        }
        body.element("summary", summary);
        content.run();
        body.close();
        return this;
    }

    /**
     * Adds a text of lines that is folded away until a reader opens it.
     *
     * @param summary what it is
     * @param lines the text, in which columns are aligned by blanks
     * @return this
     */
    public ReportPage folded(String summary, String lines) {
        return folded(
                summary,
                false,
                () -> body.open("div", "class", "scroll", "role", "group", "tabindex", 0, "aria-label", summary)
                        .element("pre", lines)
                        .close());
    }

    /**
     * Adds a table.
     *
     * @param table the table
     * @return this
     */
    public ReportPage table(PageTable table) {
        table.write(body, "table-" + ++ids);
        return this;
    }

    /**
     * Adds a picture.
     *
     * @param picture the picture
     * @param caption what a reader should see in it
     * @return this
     */
    public ReportPage picture(Picture picture, String caption) {
        return picture("p" + ++ids, picture, caption);
    }

    /**
     * Adds a picture by whose id a part of a page finds its place again when the next one comes.
     *
     * @param id a name that no other element of the document has
     * @param picture the picture
     * @param caption what a reader should see in it
     * @return this
     */
    public ReportPage picture(String id, Picture picture, String caption) {
        body.open("figure", "id", id);
        inline(picture, id + "-picture");
        body.element("figcaption", caption).close();
        return this;
    }

    /**
     * Adds a picture with a box for each series, which shows or hides it. It needs no script.
     *
     * @param picture the picture
     * @param caption what a reader should see in it
     * @return this
     */
    public ReportPage picture(SwitchPicture picture, String caption) {
        String id = "p" + ++ids;
        body.open("figure", "id", id);
        inline(picture.picture(), id + "-picture");
        body.open("figcaption")
                .text(caption + ' ')
                .element("span", "The boxes show and hide lines.", "class", "hint")
                .close()
                .open("fieldset", "class", "switches picture")
                .element("legend", "Shown");
        for (int i = 0; i < picture.names().size(); i++) {
            String box = id + '-' + i;
            body.open("label");
            if (i < picture.shown()) {
                body.empty("input", "type", "checkbox", "id", box, "checked", "checked");
            } else {
                body.empty("input", "type", "checkbox", "id", box);
            }
            body.element("i", "", "class", SwitchPicture.colour(i))
                    .text(picture.names().get(i))
                    .close();
            switches.append("#%s:has(#%s:not(:checked)) .%s{display:none}".formatted(id, box, SwitchPicture.shapes(i)));
        }
        body.close().close();
        return this;
    }

    /** In a frame that scrolls where the window is narrower. */
    private void inline(Picture picture, String id) {
        body.open("div", "class", "scroll", "role", "group", "tabindex", 0, "aria-label", picture.title())
                .raw(picture.inline(id))
                .close();
    }

    /**
     * Adds a place at which the script saves what is in the data: all of it, and of each of its {@code histograms}, which have a {@code name} and
     * a {@code histogram} in HdrHistogram's compressed form and base64, the percentiles.
     *
     * @return this
     */
    public ReportPage savings() {
        body.open("div", "id", "take").close();
        return this;
    }

    /**
     * Sets the data, for programs that read the page: the element with the id {@code data}.
     *
     * @param value what {@link JsonText#of} takes
     * @return this
     */
    public ReportPage data(Object value) {
        data = JsonText.of(value);
        return this;
    }

    /**
     * Writes what was added, as a part of a page that is served in parts.
     *
     * @return HTML
     */
    public String fragment() {
        return body.toString();
    }

    /**
     * Writes the page.
     *
     * @return HTML, to be kept in UTF-8
     */
    public String html() {
        String style = PageStyle.CSS + switches;
        Markup page = new Markup().raw("<!DOCTYPE html>\n").open("html", "lang", "en");
        writeHead(page, style);
        page.open("body").open("header").element("h1", title);
        writeFacts(page);
        page.close();
        writeContents(page);
        page.open("main");
        writeResults(page);
        page.raw(body.toString()).close();
        if (!data.isEmpty()) {
            page.open("script", "type", "application/json", "id", "data")
                    .raw(data)
                    .close();
        }
        page.open("script").raw(PageScript.TEXT).close();
        return page.close().close() + "\n";
    }

    private void writeHead(Markup page, String style) {
        page.open("head")
                .empty("meta", "charset", "utf-8")
                .empty("meta", "http-equiv", "Content-Security-Policy", "content", PageStyle.securityPolicy(style))
                .empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
                .empty("meta", "name", "color-scheme", "content", "light dark")
                .element("title", title)
                .open("style")
                .raw(style)
                .close()
                .close();
    }

    private void writeFacts(Markup page) {
        if (!facts.isEmpty()) {
            page.open("dl");
            facts.forEach(fact -> page.element("dt", fact.get(0)).element("dd", fact.get(1)));
            page.close();
        }
    }

    private void writeContents(Markup page) {
        if (sections.size() > 1) {
            page.open("nav", "aria-label", "Contents").open("ul");
            for (int i = 0; i < sections.size(); i++) {
                page.open("li")
                        .element("a", sections.get(i), "href", "#section-" + (i + 1))
                        .close();
            }
            page.close().close();
        }
    }

    private void writeResults(Markup page) {
        if (!results.isEmpty()) {
            page.element("h2", "Results");
            ResultLine.table(results).write(page, "results");
        }
    }
}
