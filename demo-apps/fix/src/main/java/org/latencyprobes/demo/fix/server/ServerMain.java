package org.latencyprobes.demo.fix.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.latencyprobes.demo.common.Reason;
import org.latencyprobes.demo.common.RecordProperties;
import org.latencyprobes.demo.fix.engine.Acceptor;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.jvm.Pinning;
import org.latencyprobes.demo.fix.jvm.ResourceMeter;
import org.latencyprobes.demo.fix.jvm.ResourceUsage;
import org.latencyprobes.demo.fix.registry.Engines;

/**
 * The main class of a JVM that serves: it listens, prints where, and serves one session after the other until its input ends. Each of its
 * answers begins with one of the words below, and nothing else that it prints does.
 */
public final class ServerMain {

    static final String LISTENING = "listening at ";
    static final String BEGIN = "begin";
    static final String BEGUN = "begun";
    static final String USAGE = "usage";
    static final String USED = "used: ";

    /** The substitute for a line's end within an answer, which is one line. */
    static final char LINE_END = '\u0001';

    private ServerMain() {}

    /**
     * Serves.
     *
     * @param arguments engine, host:port, CPUs or nothing, scratch folder
     */
    public static void main(String[] arguments) throws IOException {
        Engine engine = Engines.named(arguments[0]);
        Pinning.to(arguments[2]);
        Path scratch = Path.of(arguments[3]).resolve("server");
        try (Acceptor acceptor = engine.accept(HostAndPort.parse(arguments[1]), scratch)) {
            Runtime.getRuntime().addShutdownHook(new Thread(acceptor::close));
            System.out.println(LISTENING + HostAndPort.text(acceptor.address()));
            answer(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
        } catch (Throwable e) {
            System.out.println("failed: " + Reason.of(e));
            System.exit(1);
        }
        System.exit(0);
    }

    private static void answer(BufferedReader questions) throws IOException {
        ResourceMeter meter = new ResourceMeter();
        for (String question; (question = questions.readLine()) != null; ) {
            if (question.equals(USAGE)) {
                System.out.println(USED + text(meter.usage()));
            } else {
                meter.begin();
                System.out.println(BEGUN);
            }
        }
    }

    private static String text(ResourceUsage figures) throws IOException {
        StringWriter text = new StringWriter();
        RecordProperties.of(figures).store(text, null);
        return text.toString().replace(System.lineSeparator(), String.valueOf(LINE_END));
    }
}
