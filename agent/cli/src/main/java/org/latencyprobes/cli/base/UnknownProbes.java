package org.latencyprobes.cli.base;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.latencyprobes.agent.classfile.PrintedName;
import org.latencyprobes.agent.pattern.FullName;
import org.latencyprobes.agent.pattern.NameGlob;
import org.latencyprobes.agent.pattern.PatternSource;
import org.latencyprobes.agent.pattern.UnknownName;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.logs.LineFilter;

/** What is said of names in {@code --probe} that no probe has, and how full names of methods are read. Stateless. */
public final class UnknownProbes {

    private UnknownProbes() {}

    /** Probes that are not in an answer since they have not been called, such as those of a JVM. */
    public interface Others {

        /** Their names; asked for only where the answer does not have them all. */
        Collection<String> names() throws UnreachableException;
    }

    /**
     * Adds to an answer what is said of names that no probe has.
     *
     * @param answer with all its rows
     * @param names those of probes in it
     * @param wanted the names as they were written, perhaps with stars
     * @param others asked where the answer lacks one of them
     * @return the answer, or a failure if no probe has any of the names
     */
    public static Answer check(Answer answer, Collection<String> names, List<String> wanted, Others others)
            throws UnreachableException {
        if (wanted.isEmpty() || answer.exitCode() != ExitCode.OK) {
            return answer;
        }
        if (unknown(wanted, names).isEmpty()) {
            return answer;
        }
        Set<String> all = new TreeSet<>(names);
        all.addAll(others.names());
        Set<String> unknown = unknown(wanted, all);
        List<String> sentences =
                unknown.stream().map(name -> UnknownName.sentence(name, all)).toList();
        if (unknown.containsAll(wanted)) {
            Answer failed = Answer.failed(ExitCode.FAILED, sentences.get(0));
            sentences.stream().skip(1).forEach(failed::say);
            return failed;
        }
        sentences.forEach(answer::say);
        return answer;
    }

    /**
     * Names of probes in place of full names of methods, such as {@code com.acme.Shop$Orders#place}.
     *
     * @param answer is told how they were read
     * @param names those of probes in it
     * @param wanted the names as they were written, perhaps with stars
     * @return the names to choose by
     */
    public static List<String> read(Answer answer, Collection<String> names, List<String> wanted) {
        Set<String> unknown = unknown(wanted, names);
        List<String> read = new ArrayList<>();
        for (String text : wanted) {
            String probe = unknown.contains(text) ? FullName.probe(text, names) : null;
            read.add(probe == null ? text : probe);
            if (probe != null) {
                answer.say(FullName.remark(text, probe));
            }
        }
        return read;
    }

    /**
     * The same where the probes are not known yet, as of logs that are read once: a text with a {@code #} may also be the name of a method.
     *
     * @param wanted the names as they were written, perhaps with stars
     * @param progress is told how they were read
     * @return the names to choose by
     */
    public static List<String> read(List<String> wanted, Consumer<String> progress) {
        List<String> read = new ArrayList<>(wanted);
        for (String text : wanted) {
            int hash = text.indexOf('#');
            if (hash > 0) {
                String method = new PatternSource("", text.substring(hash + 1), "").methodName();
                read.add(PrintedName.of(text.substring(0, hash)) + '.' + method);
                progress.accept(FullName.remark(text, read.get(read.size() - 1)));
            }
        }
        return read;
    }

    private static Set<String> unknown(List<String> wanted, Collection<String> names) {
        Set<String> unknown = new LinkedHashSet<>();
        for (String text : wanted) {
            NameGlob glob = NameGlob.of(text);
            boolean isOfAll = text.equals("*") || LineFilter.isJitter(text); // whose rows come with their first sample
            if (!isOfAll && names.stream().noneMatch(glob::matches)) {
                unknown.add(text);
            }
        }
        return unknown;
    }
}
