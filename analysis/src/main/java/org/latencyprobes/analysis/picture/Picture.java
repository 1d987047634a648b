package org.latencyprobes.analysis.picture;

import org.latencyprobes.analysis.markup.Markup;

/** A drawn picture. Immutable. */
public final class Picture {

    private final String title;
    private final String description;
    private final double width;
    private final double height;
    private final String body;
    private final String role;

    /**
     * Creates a picture.
     *
     * @param description what a reader who does not see the picture is told
     * @param body the shapes, within the picture's width and height
     */
    Picture(String title, String description, double width, double height, Markup body) {
        this(title, description, width, height, body, "img");
    }

    /** The same with a role: that of an image hides what is in it from who hears the page. */
    Picture(String title, String description, double width, double height, Markup body, String role) {
        this.role = role;
        this.title = title;
        this.description = description;
        this.width = width;
        this.height = height;
        this.body = body.toString();
    }

    /**
     * The title.
     *
     * @return as it was given
     */
    public String title() {
        return title;
    }

    /**
     * What the picture shows, in words.
     *
     * @return some sentences
     */
    public String description() {
        return description;
    }

    /**
     * The picture as a file.
     *
     * @return SVG in UTF-8 that needs nothing else
     */
    public String svg() {
        return draw("picture", true) + "\n";
    }

    /**
     * The picture as a part of an HTML document, whose style holds {@link #css()}.
     *
     * @param id a name that no other element of the document has
     * @return an {@code svg} element
     */
    public String inline(String id) {
        return draw(id, false);
    }

    /**
     * The rules that all pictures of an HTML document need.
     *
     * @return CSS
     */
    public static String css() {
        return Style.css();
    }

    private String draw(String id, boolean alone) {
        Markup markup = new Markup()
                .open(
                        "svg",
                        "xmlns",
                        "http://www.w3.org/2000/svg",
                        "class",
                        "picture",
                        "viewBox",
                        "0 0 " + Markup.number(width) + " " + Markup.number(height),
                        "width",
                        width,
                        "height",
                        height,
                        "role",
                        role,
                        "aria-labelledby",
                        id + "-title " + id + "-desc")
                .element("title", title, "id", id + "-title")
                .element("desc", description, "id", id + "-desc");
        if (alone) {
            markup.open("style").raw(Style.css()).close();
        }
        return markup.empty("rect", "class", "ground", "width", width, "height", height)
                .raw(body)
                .close()
                .toString();
    }
}
