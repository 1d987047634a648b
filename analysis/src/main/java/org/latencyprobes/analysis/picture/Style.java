package org.latencyprobes.analysis.picture;

import java.util.List;

/** The colours and text of all pictures, light and dark. Colours differ from their ground by 3 : 1 and more, text by 4.5 : 1. */
final class Style {

    static final String LIGHT_GROUND = "#ffffff";
    static final String DARK_GROUND = "#14171c";

    static final List<String> LIGHT =
            List.of("#0072b2", "#c44e00", "#00805d", "#a0418e", "#7a6400", "#5b5bd6", "#b3263e", "#555555");

    static final List<String> DARK =
            List.of("#56b4e9", "#ff8f4d", "#35c99b", "#e08fd0", "#d9b93f", "#a5a5ff", "#ff7d8e", "#c0c0c0");

    private Style() {}

    /** The class of a series' colour; colours come again after the last. */
    static String series(int index) {
        return "s" + index % LIGHT.size();
    }

    /** The rules of all pictures, to be used once in a document. */
    static String css() {
        return ".picture text{font:12px system-ui,\"Segoe UI\",Roboto,\"DejaVu Sans\",sans-serif}"
                + ".picture .title{font-size:14px;font-weight:600}"
                + ".picture .line{fill:none;stroke:currentColor;stroke-width:1.5;stroke-linejoin:round}"
                + ".picture .few{stroke-dasharray:2 3}"
                + ".picture .mark{fill:none;stroke:currentColor;stroke-width:2}"
                + ".picture .full{fill:currentColor}"
                + ".picture .stripe{fill:currentColor;fill-opacity:.14}"
                + ".picture .dots{fill:currentColor;stroke-width:.6}.picture .dots.pale{fill-opacity:.4}"
                + ".picture .heat{fill:none;stroke:currentColor;stroke-width:6;shape-rendering:crispEdges}"
                + ".picture .grid,.picture .faint-line{fill:none;stroke-width:1}"
                + colours(LIGHT_GROUND, "#1b1f24", "#57606a", "#d8dee4", LIGHT)
                + "@media screen and (prefers-color-scheme:dark){"
                + colours(DARK_GROUND, "#e6e8eb", "#9aa4b0", "#343b45", DARK)
                + "}";
    }

    private static String colours(String ground, String text, String faint, String grid, List<String> series) {
        StringBuilder rules = new StringBuilder()
                .append(".picture .ground{fill:" + ground + "}")
                .append(".picture text{fill:" + text + "}")
                .append(".picture .faint{fill:" + faint + "}")
                .append(".picture .faint-line{stroke:" + faint + "}")
                .append(".picture .grid{stroke:" + grid + "}")
                .append(".picture text.on{fill:" + ground + "}")
                .append(".picture .dots{stroke:" + ground + "}")
                .append(".picture .dots path:focus{stroke:" + text + ";stroke-width:2.5}");
        for (int i = 0; i < series.size(); i++) {
            rules.append(".picture .").append(series(i)).append("{color:" + series.get(i) + "}");
        }
        return rules.toString();
    }
}
