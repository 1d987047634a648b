package org.latencyprobes.agent.protocol;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.protocol.codec.Json;
import org.latencyprobes.agent.protocol.codec.JsonReader;
import org.latencyprobes.agent.protocol.codec.Records;
import org.latencyprobes.agent.protocol.codec.Table;

/**
 * The codec between answers and JSON lines, one object each: {@code {"progress":…}} while the agent works, {@code {"message":…}} for a
 * sentence, {@code {"<table>":[]}} where a table begins, {@code {"<table>":{…}}} for each of its rows or for facts, {@code {"file":<bytes>}}
 * before the bytes of a file, and at the end {@code {"exitCode":…}}, without which the answer was cut short. For one thread.
 */
public final class AnswerLines {

    /** How the media type begins in all versions: that of JSON lines. */
    public static final String ANY_VERSION = "application/x-ndjson";

    /** The media type. A form that changes gets another number. */
    public static final String MEDIA_TYPE = ANY_VERSION + ";version=2";

    /** Far more than an agent has. */
    private static final int MOST_ROWS = 1_000_000;

    private static final String MESSAGE = "message";
    private static final String PROGRESS = "progress";
    private static final String FILE = "file";
    private static final String EXIT_CODE = "exitCode";

    private static final int MOST_EXIT_CODE = 255;

    private final Map<String, RecordComponent> tables;
    private final Answer answer = new Answer();
    private int rows;
    private Table open;
    private boolean isWhole;
    private String progress;
    private long fileBytes;

    /**
     * Begins to read an answer.
     *
     * @param asked which tables there may be
     */
    public AnswerLines(Request asked) {
        this(Answers.to(asked.getClass()));
    }

    /** With these tables and facts, by name. */
    AnswerLines(Map<String, RecordComponent> tables) {
        this.tables = tables;
    }

    /**
     * Writes all but the end.
     *
     * @param answer the answer
     * @param text gets its lines
     * @param afterEach is run after each, and may take from the text what is there
     */
    public static void write(Answer answer, StringBuilder text, Runnable afterEach) {
        for (String sentence : answer.sentences()) {
            text.append(line(MESSAGE, sentence));
            afterEach.run();
        }
        for (Table table : answer.tables()) {
            if (!table.isOfFacts()) {
                Json.string(table.name(), text.append('{'));
                text.append(":[]}\n");
            }
            for (Record row : table.rows()) {
                Json.string(table.name(), text.append('{'));
                Records.write(row, text.append(':'));
                text.append("}\n");
                afterEach.run();
            }
        }
    }

    /**
     * The last line.
     *
     * @param answer the answer
     * @return the line, ended
     */
    public static String end(Answer answer) {
        return number(EXIT_CODE, answer.exitCode());
    }

    /**
     * A line that says a sentence.
     *
     * @param sentence any
     * @return the line, ended
     */
    public static String message(String sentence) {
        return line(MESSAGE, sentence);
    }

    /**
     * A line that tells how far the work is.
     *
     * @param sentence any
     * @return the line, ended
     */
    public static String progress(String sentence) {
        return line(PROGRESS, sentence);
    }

    /**
     * The line before a file.
     *
     * @param bytes how long it is
     * @return the line, ended
     */
    public static String file(long bytes) {
        return number(FILE, bytes);
    }

    private static String line(String key, String value) {
        StringBuilder line = new StringBuilder("{");
        Json.string(key, line);
        Json.string(value, line.append(':'));
        return line.append("}\n").toString();
    }

    private static String number(String key, long value) {
        return "{\"" + key + "\":" + value + "}\n";
    }

    /**
     * Reads a line. A table that is none of this answer's, such as from a later version, is left out.
     *
     * @param line with or without its end
     * @throws IllegalArgumentException if it is no line of an answer
     */
    public void read(String line) {
        Map<?, ?> object = JsonReader.object(line);
        if (object.size() != 1) {
            throw new IllegalArgumentException("no answer: a line has " + object.size() + " names");
        }
        progress = null;
        fileBytes = -1;
        Map.Entry<?, ?> entry = object.entrySet().iterator().next();
        String name = (String) entry.getKey();
        switch (name) {
            case MESSAGE -> answer.say(String.valueOf(entry.getValue()));
            case PROGRESS -> progress = String.valueOf(entry.getValue());
            case FILE -> fileBytes = whole(entry.getValue());
            case EXIT_CODE -> {
                answer.exitCode(exitCode(whole(entry.getValue())));
                isWhole = true;
            }
            default -> table(name, entry.getValue());
        }
    }

    private void table(String name, Object value) {
        RecordComponent known = tables.get(name);
        if (known == null) {
            return;
        }
        Class<? extends Record> type = Answers.rows(known);
        if (value instanceof Map<?, ?> row) {
            requireRoom();
            row(name, type, row);
        } else if (!(value instanceof List<?> head) || !head.isEmpty()) {
            throw new IllegalArgumentException("no answer: a table begins with []");
        } else {
            requireRoom();
            open = Table.open(name, type);
            answer.tables().add(open);
        }
    }

    private void requireRoom() {
        if (++rows > MOST_ROWS) {
            throw new IllegalArgumentException("no answer: it has more than " + MOST_ROWS + " rows");
        }
    }

    private void row(String name, Class<? extends Record> type, Map<?, ?> row) {
        if (open != null && open.name().equals(name)) {
            open.add(Records.read(type, row));
        } else {
            answer.add(name, Records.readFacts(type, row));
        }
    }

    private static int exitCode(long code) {
        if (code > MOST_EXIT_CODE) {
            throw new IllegalArgumentException("no answer: " + code + " is no exit code");
        }
        return (int) code;
    }

    private static long whole(Object value) {
        if (value instanceof Long number && number >= 0) {
            return number;
        }
        throw new IllegalArgumentException("no answer: " + value + " is no whole number");
    }

    /**
     * What the last line tells of the work.
     *
     * @return a sentence, or null if it was another line
     */
    public String progress() {
        return progress;
    }

    /**
     * How long the file is that follows the last line.
     *
     * @return in bytes; −1 where none does
     */
    public long fileBytes() {
        return fileBytes;
    }

    /**
     * Whether the last line was the answer's end.
     *
     * @return false if more is to come
     */
    public boolean isWhole() {
        return isWhole;
    }

    /**
     * What was read so far.
     *
     * @return the answer
     */
    public Answer answer() {
        return answer;
    }
}
