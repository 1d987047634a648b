package org.latencyprobes.analysis.picture;

import org.latencyprobes.analysis.markup.Markup;

/** The path of a line of steps, with as many steps as can be seen. Coordinates are relative and rounded to 0.1 px; errors don't add up. */
final class StepPath {

    /** The least width of a step that is seen, in px. */
    static final double LEAST = 1.8;

    private final StringBuilder path = new StringBuilder();
    private final double leastStep;
    private final double leastRise;
    private double x;
    private double y;

    /** What is narrower or lower than these px becomes a part of the next step. */
    StepPath(double x, double y, double leastStep, double leastRise) {
        this.leastStep = leastStep;
        this.leastRise = leastRise;
        this.x = rounded(x);
        this.y = rounded(y);
        path.append('M').append(Markup.number(x)).append(' ').append(Markup.number(y));
    }

    /** Goes up or down here, then to the right; what is too narrow to see becomes a part of the next step. */
    void step(double toX, double atY) {
        if (toX - x >= leastStep && Math.abs(atY - y) >= leastRise) {
            end(toX, atY);
        }
    }

    /** The last step, however narrow. */
    void end(double toX, double atY) {
        double down = rounded(atY) - y;
        if (Math.abs(down) > 0.05) {
            path.append('v').append(Markup.number(down));
            y = rounded(atY);
        }
        path.append('h').append(Markup.number(rounded(toX) - x));
        x = rounded(toX);
    }

    @Override
    public String toString() {
        return path.toString();
    }

    private static double rounded(double pixels) {
        return Math.rint(pixels * 10) / 10;
    }
}
