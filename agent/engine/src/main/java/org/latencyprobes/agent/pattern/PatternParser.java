package org.latencyprobes.agent.pattern;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A parser of patterns by the grammar in {@code docs/select.md}, in one pass without recursion. For one thread. */
final class PatternParser {

    private static final String KEYWORD = "'as', 'tag', 'with', 'outermost' or the end of the pattern";

    private static final String ACCESSORS = "accessors";
    private static final String GENERATED = "generated";

    private final PatternScanner text;
    private final GlobParser globs;
    private final TemplateParser templates;

    PatternParser(String source) {
        text = new PatternScanner(source);
        globs = new GlobParser(text);
        templates = new TemplateParser(text);
    }

    /** Reads a text of one pattern. */
    MethodPattern one() throws BadPatternException {
        text.skipBlanksAndLineEnds();
        MethodPattern pattern = pattern();
        text.skipBlanksAndLineEnds();
        if (text.peek() != PatternScanner.END) {
            throw text.expected("the end of the text behind one pattern", "");
        }
        return pattern;
    }

    /** Reads a text of any number of patterns. */
    List<MethodPattern> all() throws BadPatternException {
        List<MethodPattern> patterns = new ArrayList<>();
        text.skipSeparators();
        while (text.peek() != PatternScanner.END) {
            patterns.add(pattern());
            text.skipSeparators();
        }
        return patterns;
    }

    private MethodPattern pattern() throws BadPatternException {
        int start = text.position();
        TypeGlob type = globs.type();
        String typeText = text.since(start);
        int hash = text.position();
        MethodGlob method = method();
        String methodText = text.since(Math.min(hash + 1, text.position()));
        int rest = text.position();
        Template name = null;
        Map<String, Template> tags = new LinkedHashMap<>();
        boolean accessors = false;
        boolean generated = false;
        boolean outermost = false;
        boolean parted = text.skipBlanks();
        while (!text.isAtEnd()) {
            int keyword = text.position();
            if (parted && takeKeyword("tag")) {
                tag(tags);
            } else if (parted && takeKeyword("with")) {
                boolean areAccessors = with().equals(ACCESSORS);
                accessors |= areAccessors;
                generated |= !areAccessors;
            } else if (parted && takeKeyword("outermost")) {
                outermost = true;
            } else if (!parted || !takeKeyword("as")) {
                throw text.expected(KEYWORD, hint(text.peek()));
            } else if (name == null) {
                name = name();
            } else {
                throw text.bad("the pattern has a name already", keyword);
            }
            parted = text.skipBlanks();
        }
        PatternSource source =
                new PatternSource(typeText, methodText, text.since(rest).stripTrailing());
        return new MethodPattern(source, type, method, name, tags, accessors, generated, outermost);
    }

    private boolean takeKeyword(String keyword) {
        boolean taken = text.takeWord(keyword);
        if (taken) {
            text.skipBlanks();
        }
        return taken;
    }

    /** What is left out otherwise. */
    private String with() throws BadPatternException {
        for (String leftOut : new String[] {ACCESSORS, GENERATED}) {
            if (text.takeWord(leftOut)) {
                return leftOut;
            }
        }
        throw text.expected("'accessors' or 'generated' after 'with'", "");
    }

    private MethodGlob method() throws BadPatternException {
        if (!text.take('#')) {
            return MethodGlob.ALL;
        }
        int start = text.position();
        NameGlob name = globs.name("a method name after '#'");
        boolean constructor = text.since(start).equals("new");
        SequenceGlob parameters = text.take('(') ? globs.parameters() : null;
        return new MethodGlob(name, constructor, parameters);
    }

    private Template name() throws BadPatternException {
        int start = text.position();
        Template name = templates.template("a name after 'as'");
        if (name.isEmpty()) {
            throw text.bad("there is no name between these quotes", start);
        }
        return name;
    }

    private void tag(Map<String, Template> tags) throws BadPatternException {
        int start = text.position();
        String key = templates.key();
        if (tags.containsKey(key)) {
            throw text.bad("the tag's key " + key + " is repeated", start);
        }
        if (!text.take('=')) {
            throw text.expected("'=' after the tag's key", "");
        }
        tags.put(key, templates.template("a value after '=' ('' is an empty one)"));
    }

    private static String hint(int c) {
        return switch (c) {
            case ',' -> "; patterns are separated by ';'";
            case '/' -> "; packages are separated by '.'";
            case ':' -> "; the method's name stands behind '#'";
            case '(' -> "; parameters stand directly behind the method's name, and that behind '#'";
            case '[', ']' -> "; an array is no class with methods";
            case '<', '>' -> "; type parameters are left out, and a constructor is called new";
            default -> "";
        };
    }
}
