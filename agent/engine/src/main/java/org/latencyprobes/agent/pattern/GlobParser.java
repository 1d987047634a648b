package org.latencyprobes.agent.pattern;

import java.util.ArrayList;
import java.util.List;

/** A parser of the type, the method and the parameters of a pattern. For one thread. */
final class GlobParser {

    private static final String QUOTES_HELP = "; a name with other characters stands in quotes";

    private final PatternScanner text;

    GlobParser(PatternScanner text) {
        this.text = text;
    }

    /** {@code com.acme..*Service}. */
    TypeGlob type() throws BadPatternException {
        List<SequenceGlob.Element> elements = new ArrayList<>();
        String expected = "a class name";
        if (text.take('.')) {
            if (!text.take('.')) {
                throw text.expected("a second '.'", "; '..' stands for any number of packages");
            }
            elements.add(SequenceGlob.GAP);
            expected = "a class name after '..'";
        }
        elements.add(name(expected));
        while (text.take('.')) {
            if (text.take('.')) {
                elements.add(SequenceGlob.GAP);
                elements.add(name("a class or package name after '..'"));
            } else {
                elements.add(name("a class or package name after '.'"));
            }
        }
        return new TypeGlob(elements);
    }

    /** {@code find*}. */
    NameGlob name(String expected) throws BadPatternException {
        NameGlob.Builder name = new NameGlob.Builder();
        while (true) {
            int c = text.peek();
            if (isPlain(c)) {
                name.add(text.next());
            } else if (c == '\'' || c == '"') {
                quoted(name);
            } else if (c == '*') {
                star(name);
            } else if (name.isEmpty()) {
                throw text.expected(expected, hint(c));
            } else {
                return name.build();
            }
        }
    }

    private void star(NameGlob.Builder name) throws BadPatternException {
        text.next();
        name.addStar();
        if (text.peek() == '*') {
            throw text.bad("one '*' is enough; '..' stands for any number of packages", text.position());
        }
    }

    /** Takes what stands between quotes as it is. */
    private void quoted(NameGlob.Builder name) throws BadPatternException {
        int start = text.position();
        char quote = text.next();
        while (!text.take(quote)) {
            int c = text.peek();
            if (c == PatternScanner.END || PatternScanner.isLineEnd(c)) {
                throw text.bad("this quote is not closed", start);
            }
            if (".;[/<>".indexOf(c) >= 0) {
                throw text.bad("a name has no '" + (char) c + "', in quotes or not", text.position());
            }
            name.add(text.next());
        }
        if (text.position() - start == 2) {
            throw text.bad("there is no name between these quotes", start);
        }
    }

    private static boolean isPlain(int c) {
        return c == '-'
                || c != PatternScanner.END
                        && Character.isJavaIdentifierPart((char) c)
                        && !Character.isIdentifierIgnorable((char) c)
                || c != PatternScanner.END && Character.isSurrogate((char) c);
    }

    private static String hint(int c) {
        return switch (c) {
            case '/' -> "; packages are separated by '.'";
            case '<' -> "; a constructor is called new";
            case '(', ')', '#', '.', ',', ';', PatternScanner.END -> "; * stands for any";
            default -> PatternScanner.isLineEnd(c) || PatternScanner.isBlank(c) ? "; * stands for any" : QUOTES_HELP;
        };
    }

    /** {@code (String,..)}, from behind the parenthesis. */
    SequenceGlob parameters() throws BadPatternException {
        List<SequenceGlob.Element> elements = new ArrayList<>();
        text.skipBlanksAndLineEnds();
        if (text.take(')')) {
            return new SequenceGlob(elements);
        }
        while (true) {
            elements.add(parameter());
            text.skipBlanksAndLineEnds();
            if (text.take(')')) {
                return new SequenceGlob(elements);
            }
            if (!text.take(',')) {
                throw text.expected("',' or ')' after a parameter", parameterHint(text.peek()));
            }
            text.skipBlanksAndLineEnds();
        }
    }

    private static String parameterHint(int c) {
        return switch (c) {
            case '<' -> "; type parameters are left out";
            case '.' -> "; '..' stands alone, for any number of parameters";
            default -> "";
        };
    }

    private SequenceGlob.Element parameter() throws BadPatternException {
        if (text.take('.')) {
            if (!text.take('.')) {
                throw text.expected("a second '.'", "; '..' stands for any number of parameters");
            }
            return SequenceGlob.GAP;
        }
        if (text.isAtEnd()) {
            throw text.expected("a parameter or ')'", "");
        }
        TypeGlob type = type();
        int dimensions = 0;
        while (text.take('[')) {
            if (!text.take(']')) {
                throw text.expected("']' after '['", "");
            }
            dimensions++;
        }
        return new ParameterGlob(type, dimensions);
    }
}
