package org.latencyprobes.cli.base;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jline.terminal.impl.exec.ExecPty;
import org.jline.terminal.impl.exec.ExecTerminalProvider;
import org.jline.terminal.spi.Pty;
import org.jline.terminal.spi.SystemStream;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.cli.file.Output;
import org.latencyprobes.cli.file.OwnedFile;
import org.latencyprobes.cli.file.RequestedOutputs;
import org.latencyprobes.cli.print.AnswerJson;
import org.latencyprobes.cli.print.AnswerText;

/**
 * The output of the command line. Answers go to standard output, progress and errors to standard error. With {@code -o json}, one object goes
 * to standard output in any case. For one thread.
 */
public final class Console implements RequestedOutputs {

    private static final double BYTES_PER_KB = 1e3;

    private static final int LEAST_COLUMNS = 80;

    /** The width of the help, in columns. */
    public static final int WIDTH = 110;

    private final PrintStream out;
    private final PrintStream err;
    private final List<Output> outputs = new ArrayList<>();
    private boolean json;

    /** What was said of the progress since something was printed; whoever watches several JVMs has a thread for each. */
    private final Set<String> said = ConcurrentHashMap.newKeySet();

    /** What standard output gets in place of the answer, or null. */
    private String instead;

    public Console(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    /** Looks whether JSON is asked for before the command line is parsed, so that errors in it are JSON, too. */
    public void expect(String... arguments) {
        json = Output.isJsonAskedFor(arguments);
    }

    /** Adds what is asked for. An exception says why it does not go with the others. */
    void add(Output output) {
        for (Output other : outputs) {
            if (output.form().isAnswer() && other.form().isAnswer()) {
                throw new IllegalArgumentException("-o takes one of text and json");
            }
            if (output.file() == null && other.file() == null) {
                throw new IllegalArgumentException("standard output takes one form, "
                        + other.form().word() + " or " + output.form().word() + "; -o "
                        + output.form().word() + "=FILE writes a file");
            }
        }
        outputs.add(output);
        json |= output.form() == Output.Form.JSON;
    }

    @Override
    public boolean isJson() {
        return json;
    }

    /** What the option {@code -o} asks for. */
    public List<Output> outputs() {
        return List.copyOf(outputs);
    }

    @Override
    public boolean wants(Output.Form form) {
        for (Output output : outputs) {
            if (output.form() == form) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int columns() {
        return answerFile() == null && isTerminal() ? Terminal.columns() : Integer.MAX_VALUE;
    }

    /** A class of its own: to verify its code, the JVM loads a class of JLine's, which most commands do without. */
    private static final class Terminal {

        static int columns() {
            try {
                Pty terminal = ExecPty.current(new ExecTerminalProvider(), SystemStream.Output);
                return Math.max(LEAST_COLUMNS, terminal.getSize().getColumns());
            } catch (IOException unknown) {
                return LEAST_COLUMNS;
            }
        }
    }

    @Override
    public void write(Output.Form form, Answer answer, String text) throws IOException {
        for (Output output : outputs) {
            if (output.form() == form && output.file() == null) {
                instead = text;
            } else if (output.form() == form) {
                OwnedFile.write(output.file(), text);
                answer.say("written: " + output.file()
                        + String.format(Locale.ROOT, ", %,.0f kB", Math.max(1, text.length() / BYTES_PER_KB)));
            }
        }
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

    /** From 22 on, a JVM may have a console without a terminal. */
    static boolean isTerminal() {
        java.io.Console console = System.console();
        try {
            return console != null
                    && (Boolean) java.io.Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException before22) {
            return true;
        }
    }

    /** Says how far it is, the same thing once. Where nobody looks on, sentences that differ in numbers alone are the same. */
    public void progress(String sentence) {
        if (said.add(isTerminal() ? sentence : sentence.replaceAll("\\d+", ""))) {
            err.println("... " + AnswerText.sentence(sentence));
        }
    }

    /** Prints a text to standard output. */
    public void print(String text) {
        said.clear();
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

    /** Prints an answer where standard output holds something else: to the file that is asked for, else its sentences to standard error. */
    public int printBeside(Answer answer) {
        instead = "";
        Path file = answerFile();
        return file == null ? printToStderr(answer) : printTo(file, answer);
    }

    /** Null for none. */
    private Path answerFile() {
        for (Output output : outputs) {
            if (output.form().isAnswer() && output.file() != null) {
                return output.file();
            }
        }
        return null;
    }

    private int print(Answer answer, PrintStream stream) {
        Path file = answerFile();
        if (file != null) {
            return printTo(file, answer);
        }
        if (instead != null) {
            print(instead);
            return printToStderr(answer);
        }
        if (json) {
            print(AnswerJson.of(answer));
            return answer.exitCode();
        }
        String sentences = sentences(answer);
        String tables = AnswerText.tables(answer);
        stream.print(sentences);
        if (!tables.isEmpty() && !sentences.isEmpty()) {
            stream.println();
        }
        print(tables.isEmpty() && sentences.isEmpty() ? "nothing to show\n" : tables);
        return answer.exitCode();
    }

    private static String sentences(Answer answer) {
        StringBuilder text = new StringBuilder();
        for (String sentence : answer.sentences()) {
            text.append(AnswerText.sentence(sentence)).append('\n');
        }
        return text.toString();
    }

    /** A failure is said on standard error, too. */
    private int printTo(Path file, Answer answer) {
        if (answer.exitCode() != ExitCode.OK) {
            printToStderr(answer);
        }
        try {
            OwnedFile.write(file, json ? AnswerJson.of(answer) : sentences(answer) + '\n' + AnswerText.tables(answer));
            print(instead == null ? "written: " + AnswerText.sentence(file.toString()) + '\n' : instead);
            return answer.exitCode();
        } catch (IOException e) {
            err.println(AnswerText.sentence(file + " cannot be written: " + e));
            return ExitCode.FAILED;
        }
    }
}
