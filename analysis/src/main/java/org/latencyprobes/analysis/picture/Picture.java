package org.latencyprobes.analysis.picture;

import org.latencyprobes.analysis.markup.Markup;

/**
 * A drawn picture. Not to be changed.
 *
 * @param title above it
 * @param description what a reader who does not see the picture is told, in some sentences
 * @param width of it, in px
 * @param height of it, in px
 * @param body the shapes, within the picture's width and height
 * @param role for who hears the page: that of an image hides what is in it
 */
public record Picture(String title, String description, double width, double height, Markup body, String role) {

    /**
     * Creates a picture.
     *
     * @param description what a reader who does not see the picture is told
     * @param body the shapes, within the picture's width and height
     */
    Picture(String title, String description, double width, double height, Markup body) {
        this(title, description, width, height, body, "img");
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
                .raw(body.toString())
                .close()
                .toString();
    }
}
