package org.latencyprobes.agent.pattern;

import java.util.ArrayList;
import java.util.List;

/** The type part of a pattern: names between dots, and gaps between two dots for any number of packages. Immutable. */
final class TypeGlob implements SequenceGlob.Element {

    private final List<SequenceGlob.Element> elements;
    private final SequenceGlob sequence;
    private final String prefix;
    private final String suffix;

    /** Names and gaps in turn; the last is a name. */
    TypeGlob(List<SequenceGlob.Element> elements) {
        this.elements = List.copyOf(elements);
        this.sequence = new SequenceGlob(elements);
        this.prefix = prefixOf(elements);
        this.suffix = ((NameGlob) elements.get(elements.size() - 1)).suffix();
    }

    /** The text that every matching class name begins with. It rules out most classes. */
    private static String prefixOf(List<SequenceGlob.Element> elements) {
        StringBuilder prefix = new StringBuilder();
        for (SequenceGlob.Element element : elements) {
            if (element == SequenceGlob.GAP) {
                break;
            }
            NameGlob name = (NameGlob) element;
            if (prefix.length() > 0) {
                prefix.append('.');
            }
            prefix.append(name.prefix());
            if (!name.isLiteral()) {
                break;
            }
        }
        return prefix.toString();
    }

    @Override
    public boolean matches(String className) {
        return className.startsWith(prefix) && className.endsWith(suffix) && sequence.matches(segments(className));
    }

    private static String[] segments(String className) {
        List<String> segments = new ArrayList<>();
        int from = 0;
        int dot = className.indexOf('.');
        while (dot >= 0) {
            segments.add(className.substring(from, dot));
            from = dot + 1;
            dot = className.indexOf('.', from);
        }
        segments.add(className.substring(from));
        return segments.toArray(new String[0]);
    }

    /** The name, if it is one without any dot; else null. */
    NameGlob onlyName() {
        return elements.size() == 1 ? (NameGlob) elements.get(0) : null;
    }

    /** Whether its names have no star; packages may be left out. */
    boolean isWrittenOut() {
        for (SequenceGlob.Element element : elements) {
            if (element != SequenceGlob.GAP && !((NameGlob) element).isLiteral()) {
                return false;
            }
        }
        return true;
    }

    /** Whether the first names, as many as that, are written out. */
    boolean beginsWithLiterals(int count) {
        if (elements.size() < count) {
            return false;
        }
        for (SequenceGlob.Element element : elements.subList(0, count)) {
            if (element == SequenceGlob.GAP || !((NameGlob) element).isLiteral()) {
                return false;
            }
        }
        return true;
    }
}
