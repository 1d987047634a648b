package org.latencyprobes.analysis.page;

import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.analysis.markup.Markup;
import org.latencyprobes.analysis.picture.Picture;

/**
 * A report as one HTML file, which needs no network and no script: facts, a line for each result, then sections with texts, tables and
 * pictures, and the data. Every text is escaped. For one thread.
 */
public final class ReportPage {

    private final String title;
    private final List<List<String>> facts = new ArrayList<>();
    private final List<ResultLine> results = new ArrayList<>();
    private final List<String> sections = new ArrayList<>();
    private final Markup body = new Markup();
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
        body.open("figure")
                .raw(picture.inline("picture-" + ++ids))
                .element("figcaption", caption)
                .close();
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
     * Writes the page.
     *
     * @return HTML, to be kept in UTF-8
     */
    public String html() {
        Markup page = new Markup()
                .raw("<!DOCTYPE html>\n")
                .open("html", "lang", "en")
                .open("head")
                .empty("meta", "charset", "utf-8")
                .empty("meta", "http-equiv", "Content-Security-Policy", "content", PageStyle.securityPolicy())
                .empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
                .empty("meta", "name", "color-scheme", "content", "light dark")
                .element("title", title)
                .open("style")
                .raw(PageStyle.CSS)
                .close()
                .close()
                .open("body")
                .open("header")
                .element("h1", title);
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
        return page.close().close() + "\n";
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
