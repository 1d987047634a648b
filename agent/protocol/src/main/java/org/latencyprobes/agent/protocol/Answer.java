package org.latencyprobes.agent.protocol;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.latencyprobes.agent.protocol.codec.Table;

/** The answer of the agent: an exit code, sentences for people, tables for people and scripts. For one thread. */
public final class Answer {

    private final List<String> sentences = new ArrayList<>();
    private final List<Table> tables = new ArrayList<>();
    private int exitCode;
    private Path file;

    /** Creates an answer that says nothing and means success. */
    public Answer() {}

    /**
     * An answer that means failure.
     *
     * @param exitCode one of {@link ExitCode}
     * @param sentence what failed and why
     * @return the answer
     */
    public static Answer failed(int exitCode, String sentence) {
        Answer answer = new Answer().say(sentence);
        answer.exitCode = exitCode;
        return answer;
    }

    /**
     * Makes this an answer that means failure, although it has results.
     *
     * @param sentence what failed and why
     * @return this
     */
    public Answer fail(String sentence) {
        exitCode = ExitCode.FAILED;
        return say(sentence);
    }

    /**
     * Adds a sentence.
     *
     * @param sentence for people
     * @return this
     */
    public Answer say(String sentence) {
        sentences.add(sentence);
        return this;
    }

    /**
     * Adds a table of records.
     *
     * @param name what its rows are, one word
     * @param type of the rows
     * @param rows the rows
     * @param <R> the type
     * @return this
     */
    public <R extends Record> Answer add(String name, Class<R> type, List<R> rows) {
        tables.add(Table.of(name, type, rows));
        return this;
    }

    /**
     * Adds facts.
     *
     * @param name what they are about, one word
     * @param facts a record
     * @return this
     */
    public Answer add(String name, Record facts) {
        tables.add(Table.of(name, facts));
        return this;
    }

    /**
     * The rows of all tables of a name.
     *
     * @param name the tables' name
     * @param type of the rows
     * @param <R> the type
     * @return in order; empty where there is no such table
     * @throws IllegalArgumentException if they are no such records
     */
    public <R extends Record> List<R> all(String name, Class<R> type) {
        List<R> all = new ArrayList<>();
        for (Table table : tables) {
            if (table.name().equals(name)) {
                all.addAll(table.records(type));
            }
        }
        return all;
    }

    /**
     * The facts, or the only row, of a name, which have to be there.
     *
     * @param name the table's name
     * @param type of the facts
     * @param <R> the type
     * @return the facts
     * @throws IllegalArgumentException if there are none
     */
    public <R extends Record> R one(String name, Class<R> type) {
        List<R> found = all(name, type);
        if (found.isEmpty()) {
            throw new IllegalArgumentException("the agent's answer has no " + name);
        }
        return found.get(0);
    }

    /**
     * Adds a file, which is sent behind the answer and then deleted.
     *
     * @param content the file; it need not exist
     * @return this
     */
    public Answer attach(Path content) {
        file = content;
        return this;
    }

    /**
     * The file that is sent behind it.
     *
     * @return its path, or null
     */
    public Path file() {
        return file;
    }

    /**
     * How it went.
     *
     * @return one of {@link ExitCode}
     */
    public int exitCode() {
        return exitCode;
    }

    /** Sets how it went. */
    void exitCode(int code) {
        exitCode = code;
    }

    /**
     * What is said to people.
     *
     * @return in order
     */
    public List<String> sentences() {
        return sentences;
    }

    /**
     * The tables.
     *
     * @return in order
     */
    public List<Table> tables() {
        return tables;
    }

    /**
     * The table of a name.
     *
     * @param name its name
     * @return empty where there is none
     */
    public Optional<Table> find(String name) {
        for (Table table : tables) {
            if (table.name().equals(name)) {
                return Optional.of(table);
            }
        }
        return Optional.empty();
    }
}
