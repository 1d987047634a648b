package org.latencyprobes.cli;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.ExitCode;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.ui.Page;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code ui}: serves a page, until it is interrupted. */
@Command(
        name = "ui",
        header = "Show JVMs and logs in a browser, live: a page on loopback, of this command's process.",
        description = {
            "%nPrints a link and opens the browser. The JVMs open no port. The link has a token, without which nobody gets a figure."
                    + " Ctrl-C ends it. The page only reads; with --control it also switches modes and adds or removes probes."
                    + " More: docs/ui.md"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar ui 4711",
            "  java -jar latency-probes-agent.jar ui 4711 4712 --no-browser",
            "  java -jar latency-probes-agent.jar ui 4711 --control",
            "  java -jar latency-probes-agent.jar ui 4711 yesterday/app.hlog"
        })
final class UiCommand extends JvmCommand {

    private static final String SERVER = "jdk.httpserver";

    private static final int LARGEST_PORT = 65_535;

    @Parameters(
            paramLabel = "<pid|log>",
            arity = "1..*",
            description = "Process ids of JVMs that have an agent, and logs of finished runs: files, folders, globs.")
    private List<String> watched;

    @Option(names = "--control", description = "Let the page switch modes, and add and remove probes.")
    private boolean control;

    @Option(names = "--no-browser", description = "Print the link and open no browser.")
    private boolean noBrowser;

    @Option(
            names = "--port",
            paramLabel = "<port>",
            defaultValue = "0",
            description = "The port on loopback. Default: any that is free.")
    private int port;

    @Override
    Answer answer() throws UnreachableException {
        if (port < 0 || port > LARGEST_PORT) {
            throw usageError("--port " + port + " is not allowed; it takes 1 to " + LARGEST_PORT + ", or 0 for any");
        }
        if (ModuleLayer.boot().findModule(SERVER).isEmpty()) {
            return Answer.failed(ExitCode.FAILED, "this Java runtime lacks the module " + SERVER + "; a JDK has it");
        }
        Page page = new Page(control);
        for (String each : watched) {
            Answer first = add(page, each);
            if (first.exitCode() != ExitCode.OK) {
                return first;
            }
        }
        try (page) {
            String link = page.open(port);
            Answer answer = new Answer().say(link);
            if (!noBrowser && !page.browse()) {
                answer.say("no browser was found: open the link yourself");
            }
            console().print(answer.say(control ? "the page may change what is probed" : "the page only reads"));
            page.await();
            return new Answer().say("ended");
        } catch (IOException e) {
            return Answer.failed(ExitCode.FAILED, e.getMessage());
        }
    }

    private Answer add(Page page, String pidOrLog) throws UnreachableException {
        try {
            return PidConverter.isPid(pidOrLog) ? page.add(Long.parseLong(pidOrLog), this::client) : page.add(pidOrLog);
        } catch (NoSuchFileException e) {
            throw usageError("\"" + pidOrLog + "\" is no process id, and there is no such log");
        } catch (IOException | IllegalArgumentException e) {
            return Answer.failed(ExitCode.FAILED, e.getMessage());
        }
    }
}
