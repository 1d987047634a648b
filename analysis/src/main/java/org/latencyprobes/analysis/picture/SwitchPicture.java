package org.latencyprobes.analysis.picture;

import java.util.List;

/**
 * A picture whose series a reader can show and hide: the shapes of series {@code i} have the class {@code c}{@code i}. A page lists the names
 * beside it, as the picture itself has no legend.
 *
 * @param picture the picture, with all series drawn
 * @param names of the series, in order
 * @param shown how many of the first series are to be seen at first
 */
public record SwitchPicture(Picture picture, List<String> names, int shown) {

    /** How many colours series have before they come again. */
    public static final int COLOURS = Style.LIGHT.size();

    /**
     * Creates a picture.
     *
     * @param picture the picture
     * @param names of the series
     * @param shown how many of the first series are to be seen at first
     */
    public SwitchPicture {
        names = List.copyOf(names);
    }

    /**
     * The class of a series' colour.
     *
     * @param series its index
     * @return such as {@code s3}, of the rules in {@link Picture#css()}
     */
    public static String colour(int series) {
        return Style.series(series);
    }

    /**
     * The class of a series' shapes.
     *
     * @param series its index
     * @return such as {@code c12}
     */
    public static String shapes(int series) {
        return "c" + series;
    }
}
