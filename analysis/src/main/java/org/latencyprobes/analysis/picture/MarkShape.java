package org.latencyprobes.analysis.picture;

/** The shapes of single points, in the order in which they are given out. */
enum MarkShape {
    CIRCLE("m-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z"),
    SQUARE("m-4,-4h8v8h-8z"),
    TRIANGLE("m0,-5l5,9h-10z"),
    DIAMOND("m0,-5l5,5l-5,5l-5,-5z"),
    CROSS("m-1.5,-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z");

    /** Around 0, 0, or around a place that is put before. */
    final String path;

    MarkShape(String path) {
        this.path = path;
    }

    static MarkShape at(int index) {
        return values()[index % values().length];
    }
}
