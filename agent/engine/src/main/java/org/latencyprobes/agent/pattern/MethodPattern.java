package org.latencyprobes.agent.pattern;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.classfile.GeneratedClass;

/**
 * A pattern of methods, with the name and tags of their probes. Immutable.
 *
 * <p>The grammar is in {@code docs/select.md}. Matching needs no recursion. At worst its time grows with the
 * length of the name times that of the pattern. The beginning or end of their names rules out most classes.
 */
public final class MethodPattern {

    static final String CONSTRUCTOR = "<init>";

    /** The number of names that tell {@code java.net} from all that begins with {@code java}. */
    private static final int LITERALS_FOR_JDK = 2;

    private final PatternSource source;
    private final String text;
    private final String rule;
    private final TypeGlob type;
    private final MethodGlob method;
    private final Template name;
    private final Map<String, Template> tags;
    private final boolean accessors;
    private final boolean generated;
    private final boolean outermost;

    /** The name may be null. The tags are in order and do not change. */
    MethodPattern(
            PatternSource source,
            TypeGlob type,
            MethodGlob method,
            Template name,
            Map<String, Template> tags,
            boolean accessors,
            boolean generated,
            boolean outermost) {
        this.source = source;
        this.text = source.toString();
        this.rule = "pattern " + text;
        this.type = type;
        this.method = method;
        this.name = name;
        this.tags = tags;
        this.accessors = accessors;
        this.outermost = outermost;
        this.generated = generated || GeneratedClass.isName(source.type().replace('*', '0'));
    }

    /**
     * Reads a pattern.
     *
     * @param text as users write it
     * @return the pattern
     * @throws BadPatternException if it does not follow the grammar
     */
    public static MethodPattern parse(String text) throws BadPatternException {
        return new PatternParser(text).one();
    }

    /**
     * Reads patterns that are separated by semicolons or line ends.
     *
     * @param text as users write it; blank for none
     * @return the patterns, in order
     * @throws BadPatternException if one does not follow the grammar; the position is in the whole text
     */
    public static List<MethodPattern> parseAll(String text) throws BadPatternException {
        return new PatternParser(text).all();
    }

    /**
     * Whether methods of this class can match.
     *
     * @param className binary name, {@code com.acme.Order$Line}
     * @return true if the pattern's type part matches
     */
    public boolean matchesType(String className) {
        return type.matches(className);
    }

    /**
     * Whether a method matches, in a class that matches. The caller leaves out bridges.
     *
     * @param name its name, {@code <init>} for a constructor
     * @param descriptor its descriptor
     * @param synthetic whether a compiler made it: only a pattern that names it explicitly ({@code lambda$…}) matches it
     * @return true if it matches
     */
    public boolean matchesMethod(String name, String descriptor, boolean synthetic) {
        return method.matches(name, descriptor, synthetic);
    }

    /**
     * Whether the pattern selects this class for probing. It does as {@link #matchesType} says, with one exception: a class of the JDK needs
     * the first two names of the type part written out. So {@code ..Socket} does not select {@code java.net.Socket}.
     *
     * @param className binary name
     * @return true if it does
     */
    public boolean selectsType(String className) {
        return type.matches(className)
                && (type.beginsWithLiterals(LITERALS_FOR_JDK) || JdkClasses.refusal(className) != null);
    }

    /**
     * Whether class and method are written out, without {@code *}. Such a pattern means exactly these methods, and takes what others leave out.
     *
     * @return true if it does; packages and parameters are not looked at
     */
    public boolean namesMethod() {
        return type.isWrittenOut() && method.isWrittenOut();
    }

    /**
     * Whether the class is written out, without {@code *}.
     *
     * @return true if it is; packages are not looked at
     */
    public boolean namesType() {
        return type.isWrittenOut();
    }

    /**
     * Whether it takes trivial accessors, too.
     *
     * @return true if it names its methods or says so
     */
    public boolean takesAccessors() {
        return accessors || namesMethod();
    }

    /**
     * Whether it takes methods of classes that nobody wrote, too.
     *
     * @return true if it names its methods or such classes, or says so
     */
    public boolean takesGenerated() {
        return generated || namesMethod();
    }

    /**
     * Whether it leaves out calls that are inside others of the same probe.
     *
     * @return true if it says so
     */
    public boolean isOutermost() {
        return outermost;
    }

    /**
     * The probe's name for a method that matches.
     *
     * @param className binary name of the class
     * @param method name of the method
     * @param descriptor its descriptor
     * @return the name, placeholders filled in; empty where the pattern gives none
     */
    public String probeName(String className, String method, String descriptor) {
        return name == null ? "" : name.fill(className, method, descriptor);
    }

    /**
     * The probe's tags for a method that matches.
     *
     * @param className binary name of the class
     * @param method name of the method
     * @param descriptor its descriptor
     * @return keys and values in turn, placeholders filled in
     */
    public List<String> tags(String className, String method, String descriptor) {
        List<String> filled = new ArrayList<>();
        for (Map.Entry<String, Template> tag : tags.entrySet()) {
            filled.add(tag.getKey());
            filled.add(tag.getValue().fill(className, method, descriptor));
        }
        return filled;
    }

    /**
     * The pattern as the rule by which a method is selected; one text for all methods.
     *
     * @return the text
     */
    public String rule() {
        return rule;
    }

    /**
     * The rule that excludes what the pattern matches.
     *
     * @return the rule as explanations show it
     */
    public String excludeRule() {
        return "exclude " + text;
    }

    /**
     * The pattern in parts.
     *
     * @return what it was read from
     */
    public PatternSource source() {
        return source;
    }

    /** The pattern as it was written. */
    @Override
    public String toString() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MethodPattern pattern && pattern.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }
}
