package org.latencyprobes.analysis.picture;

/** The shapes of single points, in the order in which they are given out. */
enum MarkShape {
    CIRCLE("M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z"),
    SQUARE("M-4,-4h8v8h-8z"),
    TRIANGLE("M0,-5l5,9h-10z"),
    DIAMOND("M0,-5l5,5l-5,5l-5,-5z"),
    CROSS("M-4,-4l8,8m0,-8l-8,8");

    /** Around 0, 0. */
    final String path;

    MarkShape(String path) {
        this.path = path;
    }

    static MarkShape at(int index) {
        return values()[index % values().length];
    }
}
