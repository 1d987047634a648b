package org.latencyprobes.agent.pattern;

/** A parser of names and of the keys and values of tags. For one thread. */
final class TemplateParser {

    /** No quote: the text is not in quotes. */
    private static final char BARE = '\0';

    private final PatternScanner text;

    TemplateParser(PatternScanner text) {
        this.text = text;
    }

    /** Reads a word, or any characters between quotes. Where there is nothing, the message says what was expected. */
    Template template(String expected) throws BadPatternException {
        int start = text.position();
        char quote = isQuote(text.peek()) ? text.next() : BARE;
        Template template = new Template();
        while (!isEnd(quote, start)) {
            part(template);
        }
        if (quote == BARE && template.isEmpty()) {
            throw text.expected(expected, "");
        }
        return template;
    }

    private static boolean isQuote(int c) {
        return c == '\'' || c == '"';
    }

    /** Whether the text ends here. Takes the closing quote, and the first of two quotes that stand for one. */
    private boolean isEnd(char quote, int start) throws BadPatternException {
        int c = text.peek();
        if (quote == BARE) {
            if (isQuote(c)) {
                throw text.bad("quotes go around the whole text", text.position());
            }
            return text.isAtEnd() || PatternScanner.isBlank(c);
        }
        if (c == PatternScanner.END || PatternScanner.isLineEnd(c)) {
            throw text.bad("this quote is not closed", start);
        }
        return text.take(quote) && text.peek() != quote;
    }

    private void part(Template template) throws BadPatternException {
        int start = text.position();
        char c = text.next();
        if (c == '{' && !text.take('{')) {
            template.add(placeholder(start));
        } else if (c == '}' && !text.take('}')) {
            throw text.bad("there is no '{' before this '}'; the character itself is written }}", start);
        } else {
            template.add(c);
        }
    }

    private Placeholder placeholder(int start) throws BadPatternException {
        int nameStart = text.position();
        while (text.peek() != PatternScanner.END && Character.isLetter((char) text.peek())) {
            text.next();
        }
        String name = text.since(nameStart);
        if (!text.take('}')) {
            throw text.expected("'}' after '{" + name + "'", "; the character '{' itself is written {{");
        }
        Placeholder placeholder = Placeholder.named(name);
        if (placeholder == null) {
            throw text.bad("there is no placeholder {" + name + "}; there are " + Placeholder.list(), start);
        }
        return placeholder;
    }

    /** A tag's key: a word, or any characters between quotes. */
    String key() throws BadPatternException {
        int start = text.position();
        String key = isQuote(text.peek()) ? quotedKey(start) : bareKey(start);
        if (key.isEmpty()) {
            throw text.bad("a tag's key is missing: tag key=value", start);
        }
        return key;
    }

    private String bareKey(int start) throws BadPatternException {
        while (!text.isAtEnd() && text.peek() != '=' && !PatternScanner.isBlank(text.peek())) {
            if ("{}'\"".indexOf(text.peek()) >= 0) {
                throw text.expected("'=' after the tag's key", "; placeholders are for values");
            }
            text.next();
        }
        return text.since(start);
    }

    private String quotedKey(int start) throws BadPatternException {
        char quote = text.next();
        StringBuilder key = new StringBuilder();
        while (!isEnd(quote, start)) {
            key.append(text.next());
        }
        return key.toString();
    }
}
