package org.latencyprobes.agent.backends.dashboard;

import java.util.List;

/**
 * Panels under a heading.
 *
 * @param title the heading
 * @param isOpen whether its panels are shown, and asked for, before somebody opens it
 * @param panels from left to right
 */
public record Row(String title, boolean isOpen, List<Panel> panels) {

    static Row of(String title, boolean isOpen, Panel... panels) {
        return new Row(title, isOpen, List.of(panels));
    }
}
