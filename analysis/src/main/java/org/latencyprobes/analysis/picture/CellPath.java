package org.latencyprobes.analysis.picture;

/** A path of level lines in whole px, each from the end of the one before: as short as paths of cells get. */
final class CellPath {

    private final StringBuilder path = new StringBuilder();
    private long x;
    private long y;

    void add(long fromX, long atY, long width) {
        path.append(path.isEmpty() ? 'M' : 'm').append(fromX - x);
        path.append(atY < y ? "" : " ").append(atY - y).append('h').append(width);
        x = fromX + width;
        y = atY;
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
