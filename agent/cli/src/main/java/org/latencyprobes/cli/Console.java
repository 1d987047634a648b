package org.latencyprobes.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.print.Json;
import org.latencyprobes.cli.print.Text;

/**
 * Where output goes: what was asked for to standard output, progress and what went wrong to standard error; with {@code --json} one object
 * to standard output in any case. For one thread.
 */
final class Console {

    private final PrintStream out;
    private final PrintStream err;
    private boolean json;

    Console(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    void json(boolean wanted) {
        json = wanted;
    }

    PrintWriter writer() {
        return new PrintWriter(out, true, StandardCharsets.UTF_8);
    }

    /** For what is asked for and is no text for people. */
    OutputStream stdout() {
        return out;
    }

    PrintStream stderr() {
        return err;
    }

    /** Sentences to standard error, because standard output holds something else. Returns the exit code. */
    int remark(Answer answer) {
        answer.sentences().forEach(sentence -> err.println(Text.sentence(sentence)));
        return answer.exitCode();
    }

    void progress(String sentence) {
        err.println("... " + Text.sentence(sentence));
    }

    /** A text that is what was asked for, and no answer. */
    void print(String text) {
        out.print(text);
        out.flush();
    }

    /** Returns the exit code. */
    int print(Answer answer) {
        if (json) {
            print(Json.of(answer));
            return answer.exitCode();
        }
        PrintStream talk = answer.exitCode() == Answer.OK ? out : err;
        answer.sentences().forEach(sentence -> talk.println(Text.sentence(sentence)));
        String tables = Text.tables(answer);
        if (!tables.isEmpty() && !answer.sentences().isEmpty()) {
            talk.println();
        }
        print(tables);
        if (tables.isEmpty() && answer.sentences().isEmpty()) {
            out.println("nothing to show");
        }
        return answer.exitCode();
    }
}
