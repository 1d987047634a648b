package org.latencyprobes.analysis.picture.axis;

/**
 * The width of a text, as an upper bound over the usual fonts without serifs. DejaVu Sans is the widest of them; widths are those of its
 * letters, rounded up to a few groups.
 */
public final class TextWidth {

    /** The size of all text but titles, in px. */
    public static final double FONT = 12;

    private static final String NARROW = "iljIftr.,:;'|!()[]/ ‑·";
    private static final String WIDE = "mwMW@%—…";

    private TextWidth() {}

    /**
     * The width at the usual size.
     *
     * @param text of one line
     * @return in px
     */
    public static double of(String text) {
        return of(text, FONT);
    }

    /**
     * The width at another size.
     *
     * @param text of one line
     * @param font its size, in px
     * @return in px
     */
    public static double of(String text, double font) {
        return font * text.codePoints().mapToDouble(TextWidth::ems).sum();
    }

    /**
     * What fits of a text.
     *
     * @param text of one line
     * @param font its size, in px
     * @param width of the room, in px
     * @return the text, or as much of it as fits, with an ellipsis
     */
    public static String fitted(String text, double font, double width) {
        if (of(text, font) <= width) {
            return text;
        }
        int[] codePoints = text.codePoints().toArray();
        int length = codePoints.length;
        while (length > 0 && of(new String(codePoints, 0, length) + "…", font) > width) {
            length--;
        }
        return new String(codePoints, 0, length) + "…";
    }

    private static double ems(int codePoint) {
        if (codePoint >= 0x1100) {
            return codePoint >= 0x2000 && codePoint < 0x2E80 ? 0.85 : 1.1;
        }
        if (NARROW.indexOf(codePoint) >= 0) {
            return 0.42;
        }
        return WIDE.indexOf(codePoint) >= 0 ? 1 : Character.isUpperCase(codePoint) ? 0.78 : 0.65;
    }
}
