package org.latencyprobes.agent.command;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.select.Explanation;

/** Tables of methods and what becomes of them. */
public final class Explanations {

    private static final String[] COLUMNS = {
        "className", "loader", "method", "verdict", "probe", "rule", "reason", "bytes", "wovenBytes", "remark"
    };

    private Explanations() {}

    /**
     * Adds a table with all that is known of methods.
     *
     * @param answer to which it is added
     * @param name the table's name
     * @param methods its rows
     * @return the answer
     */
    public static Answer table(Answer answer, String name, Collection<Explanation> methods) {
        answer.table(name, COLUMNS);
        for (Explanation method : methods) {
            answer.row(
                    method.className(),
                    method.loader(),
                    method.method(),
                    method.verdict(),
                    method.probe(),
                    method.rule(),
                    method.reason(),
                    method.bytes(),
                    method.wovenBytes(),
                    method.remark());
        }
        return answer;
    }

    /**
     * Adds the table of methods that are woven.
     *
     * @param answer to which it is added
     * @param methods woven ones
     * @return the answer
     */
    public static Answer woven(Answer answer, Collection<Explanation> methods) {
        answer.table("methods", "class", "loader", "method", "probe", "rule", "bytes", "wovenBytes", "remark");
        for (Explanation method : methods) {
            answer.row(
                    method.className(),
                    method.loader(),
                    method.method(),
                    method.probe(),
                    method.rule(),
                    method.bytes(),
                    method.wovenBytes(),
                    method.remark());
        }
        return answer;
    }

    /**
     * The name of a method's probe.
     *
     * @param method any that is probed
     * @return the name without the tags
     */
    public static String probeName(Explanation method) {
        String probe = method.probe();
        int tags = probe.endsWith("}") ? probe.indexOf('{') : -1;
        return tags < 0 ? probe : probe.substring(0, tags);
    }

    /**
     * How many of these methods nothing keeps out, and how many it does.
     *
     * @param methods what a pattern matches
     * @return {@code 3 methods in 2 classes, 4 more are left out}
     */
    public static String matches(Collection<Explanation> methods) {
        List<Explanation> matches = matching(methods);
        int leftOut = methods.size() - matches.size();
        return count(matches)
                + (leftOut == 0 ? "" : ", " + leftOut + (leftOut == 1 ? " more is" : " more are") + " left out");
    }

    /**
     * Those of these methods that nothing keeps out.
     *
     * @param methods what a pattern matches
     * @return the same without exclusions and trivial accessors
     */
    public static List<Explanation> matching(Collection<Explanation> methods) {
        List<Explanation> matching = new ArrayList<>(methods);
        matching.removeIf(Explanation::isExcluded);
        return matching;
    }

    /**
     * How many methods these are, in how many classes.
     *
     * @param methods any
     * @return {@code 3 methods in 2 classes}
     */
    public static String count(Collection<Explanation> methods) {
        return Texts.count(methods.size(), "method", "methods") + " in "
                + Texts.count(classes(methods), "class", "classes");
    }

    /**
     * In how many classes methods are.
     *
     * @param methods any
     * @return the number; classes of one name in two loaders are two
     */
    public static int classes(Collection<Explanation> methods) {
        Set<String> classes = new HashSet<>();
        for (Explanation method : methods) {
            classes.add(method.loader() + ' ' + method.className());
        }
        return classes.size();
    }
}
