package org.latencyprobes.cli.base;

import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.cli.print.AnswerJson;
import org.latencyprobes.cli.print.AnswerText;

/**
 * The output of the command line. Answers go to standard output, progress and errors to standard error. With {@code --json}, one object goes
 * to standard output in any case. For one thread.
 */
public final class Console {

    /** The width of the help, in columns. */
    public static final int WIDTH = 110;

    private final PrintStream out;
    private final PrintStream err;
    private boolean json;

    public Console(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    public void json(boolean wanted) {
        json = wanted;
    }

    public boolean isJson() {
        return json;
    }

    public PrintWriter writer() {
        return new PrintWriter(out, true, StandardCharsets.UTF_8);
    }

    /** The stream for output that is not text for people. */
    public OutputStream stdout() {
        return out;
    }

    public PrintStream stderr() {
        return err;
    }

    /** Prints the sentences to standard error, since standard output holds something else. Returns the exit code. */
    public int printToStderr(Answer answer) {
        answer.sentences().forEach(sentence -> err.println(AnswerText.sentence(sentence)));
        return answer.exitCode();
    }

    public void progress(String sentence) {
        err.println("... " + AnswerText.sentence(sentence));
    }

    /** Prints a text to standard output. */
    public void print(String text) {
        out.print(text);
        out.flush();
    }

    /** Prints an answer. Returns the exit code. */
    public int print(Answer answer) {
        return print(answer, answer.exitCode() == ExitCode.OK ? out : err);
    }

    /** Prints an answer that is a result, whatever its exit code, to standard output. Returns the exit code. */
    public int printResult(Answer answer) {
        return print(answer, out);
    }

    private int print(Answer answer, PrintStream stream) {
        if (json) {
            print(AnswerJson.of(answer));
            return answer.exitCode();
        }
        for (String sentence : answer.sentences()) {
            stream.println(AnswerText.sentence(sentence));
        }
        String tables = AnswerText.tables(answer);
        if (!tables.isEmpty() && !answer.sentences().isEmpty()) {
            stream.println();
        }
        print(tables);
        if (tables.isEmpty() && answer.sentences().isEmpty()) {
            out.println("nothing to show");
        }
        return answer.exitCode();
    }
}
