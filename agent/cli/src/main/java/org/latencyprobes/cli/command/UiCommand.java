package org.latencyprobes.cli.command;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.function.Supplier;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.cli.base.JvmCommand;
import org.latencyprobes.cli.jvm.NamedJvm;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.ui.Page;

/** The command {@code ui}: serves a page, until it is interrupted. */
final class UiCommand extends JvmCommand {

    private static final String SERVER = "jdk.httpserver";

    private static final int LARGEST_PORT = 65_535;

    private final Supplier<List<String>> watched = value(words("<jvm|log>", "0..*", "1..*")
            .description(
                    "Process ids or main classes of JVMs that have an agent, and logs of finished runs: files, folders, globs.")
            .build());

    private final Supplier<Boolean> control =
            flag("--control", "Let the page switch modes, and add and remove probes.");

    private final Supplier<Boolean> noBrowser = flag("--no-browser", "Print the link and open no browser.");

    private final Supplier<Integer> port = value(option(Integer.class, "<port>", "--port")
            .defaultValue("0")
            .description("The port on loopback. Default: any that is free.")
            .build());

    UiCommand() {
        super(
                "ui",
                "Show JVMs and logs in a browser, live: a page on loopback, of this command's process.",
                "%nPrints a link and opens the browser. The JVMs open no port. The link has a token, without which nobody gets a figure."
                        + " Ctrl-C ends it. The page only reads; with --control it also switches modes and adds or removes probes."
                        + "");
        examples("ui 4711", "ui 4711 4712 --no-browser", "ui 4711 --control", "ui 4711 yesterday/app.hlog");
    }

    @Override
    protected Answer answer() throws UnreachableException {
        if (port.get() < 0 || port.get() > LARGEST_PORT) {
            throw usageError(
                    "--port " + port.get() + " is not allowed; it takes 1 to " + LARGEST_PORT + ", or 0 for any");
        }
        if (ModuleLayer.boot().findModule(SERVER).isEmpty()) {
            return Answer.failed(ExitCode.FAILED, "this Java runtime lacks the module " + SERVER + "; a JDK has it");
        }
        Page page = new Page(control.get());
        for (String each : watched.get()) {
            Answer first = add(page, each);
            if (first.exitCode() != ExitCode.OK) {
                return first;
            }
        }
        try (page) {
            String link = page.open(port.get());
            Answer answer = new Answer().say(link);
            if (!noBrowser.get() && !page.browse()) {
                answer.say("no browser was found: open the link yourself");
            }
            console().print(answer.say(control.get() ? "the page may change what is probed" : "the page only reads"));
            page.await();
            return new Answer().say("ended");
        } catch (IOException e) {
            return Answer.failed(ExitCode.FAILED, e.getMessage());
        }
    }

    private Answer add(Page page, String jvmOrLog) throws UnreachableException {
        try {
            return !isFile(jvmOrLog) && NamedJvm.isOne(jvmOrLog)
                    ? page.add(jvm(jvmOrLog), this::client)
                    : page.add(jvmOrLog);
        } catch (NoSuchFileException e) {
            throw noFile(jvmOrLog);
        } catch (IOException | IllegalArgumentException e) {
            return Answer.failed(ExitCode.FAILED, e.getMessage());
        }
    }
}
