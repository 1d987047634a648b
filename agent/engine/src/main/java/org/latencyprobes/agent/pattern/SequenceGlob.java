package org.latencyprobes.agent.pattern;

import java.util.List;

/** A sequence of elements, with gaps that stand for any number of items, also none. Immutable. */
final class SequenceGlob {

    /** One element, which matches single items. */
    interface Element {

        boolean matches(String item);
    }

    /** The gap, which stands for any number of items. */
    static final Element GAP = new Element() {
        @Override
        public boolean matches(String item) {
            return true;
        }
    };

    private final Element[] elements;

    SequenceGlob(List<Element> elements) {
        this.elements = elements.toArray(new Element[0]);
    }

    /**
     * At worst its time grows with items times elements. Where an element does not match, what follows the last gap is tried one item
     * further on. No earlier gap needs to be tried again.
     */
    boolean matches(String... items) {
        int item = 0;
        int element = 0;
        int afterGap = -1;
        int gapEnd = 0;
        while (item < items.length) {
            if (element < elements.length && elements[element] == GAP) {
                afterGap = ++element;
                gapEnd = item;
            } else if (element < elements.length && elements[element].matches(items[item])) {
                element++;
                item++;
            } else if (afterGap >= 0) {
                element = afterGap;
                item = ++gapEnd;
            } else {
                return false;
            }
        }
        while (element < elements.length && elements[element] == GAP) {
            element++;
        }
        return element == elements.length;
    }
}
