package org.latencyprobes.agent.figures;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.state.MethodRow;
import org.latencyprobes.agent.select.MatchedMethods;
import org.latencyprobes.agent.select.MethodExplanation;

/** The tables of methods with the decisions on them. */
public final class Explanations {

    private static final Pattern TAGS = Pattern.compile("\\{[^{}=]+=.*}$", Pattern.DOTALL);

    private static final int MOST_REFUSED = 20;

    private Explanations() {}

    /**
     * Adds a table with all that is known of methods.
     *
     * @param answer to which it is added
     * @param name the table's name
     * @param methods its rows
     * @return the answer
     */
    public static Answer table(Answer answer, String name, Collection<MethodExplanation> methods) {
        return answer.add(
                name, MethodRow.class, methods.stream().map(Explanations::row).toList());
    }

    private static MethodRow row(MethodExplanation method) {
        return new MethodRow(
                method.className(),
                method.loader(),
                method.method(),
                method.verdict().toString(),
                method.probe(),
                method.rule(),
                method.reason(),
                known(method.bytes()),
                known(method.wovenBytes()),
                method.remark());
    }

    /**
     * The same of the first matches, with a sentence about those that are left out.
     *
     * @param answer to which it is added
     * @param name the table's name
     * @param methods its rows
     * @param summary whether no rows are wanted
     * @return the answer
     */
    public static Answer table(Answer answer, String name, MatchedMethods methods, boolean summary) {
        return table(answer, name, methods, summary ? 0 : MatchedMethods.MOST_SHOWN);
    }

    /**
     * The same of what is refused, of which a few are enough: with more, the reason would scroll away.
     *
     * @param answer to which it is added
     * @param name the table's name
     * @param methods its rows
     * @param summary whether no rows are wanted
     * @return the answer
     */
    public static Answer refusedTable(Answer answer, String name, MatchedMethods methods, boolean summary) {
        return table(answer, name, methods, summary ? 0 : MOST_REFUSED);
    }

    private static Answer table(Answer answer, String name, MatchedMethods methods, int most) {
        String notShown = methods.notShown(most);
        if (notShown != null) {
            answer.say(notShown);
        }
        List<MethodExplanation> shown = methods.shown();
        return most == 0 ? answer : table(answer, name, shown.subList(0, Math.min(most, shown.size())));
    }

    private static Integer known(int bytes) {
        return bytes < 0 ? null : bytes;
    }

    /**
     * The name of a method's probe.
     *
     * @param method any that is probed
     * @return the name without the tags
     */
    public static String probeName(MethodExplanation method) {
        return withoutTags(method.probe());
    }

    /**
     * The name in the column of a method's probe.
     *
     * @param probe the probe's name, perhaps with its tags in braces
     * @return the name without the tags; it may have braces itself, such as that of a path
     */
    public static String withoutTags(String probe) {
        return TAGS.matcher(probe).replaceFirst("");
    }

    /**
     * How many methods these are, in how many classes.
     *
     * @param methods any
     * @return {@code 3 methods in 2 classes}
     */
    public static String count(Collection<MethodExplanation> methods) {
        return count(methods.size(), classes(methods));
    }

    /**
     * How many methods were found that nothing keeps out, and how many that something does.
     *
     * @param methods what a pattern matches
     * @return {@code 3 methods in 2 classes, 4 more are left out}
     */
    public static String count(MatchedMethods methods) {
        int leftOut = methods.leftOut();
        return count(methods.methods(), methods.classes())
                + (leftOut == 0 ? "" : ", " + leftOut + (leftOut == 1 ? " more is" : " more are") + " left out");
    }

    private static String count(int methods, int classes) {
        return Plural.of(methods, "method", "methods") + " in " + Plural.of(classes, "class", "classes");
    }

    /**
     * In how many classes methods are.
     *
     * @param methods any
     * @return the number; classes of one name in two loaders are two
     */
    public static int classes(Collection<MethodExplanation> methods) {
        Set<String> classes = new HashSet<>();
        for (MethodExplanation method : methods) {
            classes.add(method.loader() + ' ' + method.className());
        }
        return classes.size();
    }
}
