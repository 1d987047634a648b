package org.latencyprobes.analysis.picture;

/**
 * A mark on an axis.
 *
 * @param position in px along the axis
 * @param label empty where there is no room for one
 */
record Tick(double position, String label) {

    Tick unlabelled() {
        return new Tick(position, "");
    }
}
