package org.latencyprobes.agent.protocol;

import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.TreeMap;

/** The tables and facts of all commands. */
final class AllAnswers {

    private AllAnswers() {}

    static Map<String, RecordComponent> tables() {
        Map<String, RecordComponent> all = new TreeMap<>();
        for (Class<?> request : Request.class.getPermittedSubclasses()) {
            all.putAll(Answers.to(request));
        }
        return all;
    }

    /** That reads any of them. */
    static AnswerLines lines() {
        return new AnswerLines(tables());
    }
}
