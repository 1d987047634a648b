package org.latencyprobes.cli.top;

import org.jline.utils.AttributedStyle;

/**
 * The styles of the terminal. Nothing is said by colour alone. The terminal library takes the nearest of the colours that a terminal has.
 *
 * @param hasColours whether there are any; else there is bold and inverse alone
 * @param hasUnicode whether the terminal shows block characters
 */
record Theme(boolean hasColours, boolean hasUnicode) {

    private static final String BLOCKS = "▁▂▃▄▅▆▇█";
    private static final String ASCII = ".:-=+*%#";

    AttributedStyle plain() {
        return AttributedStyle.DEFAULT;
    }

    AttributedStyle strong() {
        return AttributedStyle.BOLD;
    }

    AttributedStyle head() {
        return AttributedStyle.INVERSE;
    }

    AttributedStyle selected() {
        return hasColours
                ? AttributedStyle.DEFAULT.foreground(AttributedStyle.BLACK).background(AttributedStyle.CYAN)
                : AttributedStyle.INVERSE;
    }

    AttributedStyle problem() {
        return hasColours ? AttributedStyle.BOLD.foreground(AttributedStyle.RED) : AttributedStyle.BOLD;
    }

    AttributedStyle bar() {
        return hasColours ? AttributedStyle.DEFAULT.foreground(AttributedStyle.CYAN) : AttributedStyle.DEFAULT;
    }

    AttributedStyle faint() {
        return hasColours ? AttributedStyle.DEFAULT.faint() : AttributedStyle.DEFAULT;
    }

    String bar(int columns) {
        return (hasUnicode ? "█" : "#").repeat(Math.max(0, columns));
    }

    char arrow(boolean isUp) {
        if (hasUnicode) {
            return isUp ? '↑' : '↓';
        }
        return isUp ? '^' : 'v';
    }

    /** One of eight heights. */
    char level(int zeroToSeven) {
        return (hasUnicode ? BLOCKS : ASCII).charAt(zeroToSeven);
    }
}
