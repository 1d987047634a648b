package org.latencyprobes.cli;

import java.io.IOException;
import java.util.ArrayList;
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
            "  java -jar latency-probes-agent.jar ui 4711 yesterday.hlog --control"
        })
final class UiCommand extends JvmCommand {

    private static final int LARGEST_PORT = 65_535;

    @Parameters(
            paramLabel = "<pid|log>",
            arity = "1..*",
            description = "Process ids of JVMs with an agent, and logs of finished runs: files, folders, globs.")
    private List<String> arguments;

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
        Page page = new Page(control);
        for (String argument : arguments) {
            Answer refusal = add(page, argument);
            if (refusal.exitCode() != ExitCode.OK) {
                return refusal;
            }
        }
        try (page) {
            String link = page.open(port);
            List<String> said = new ArrayList<>(List.of(link));
            if (!noBrowser && !page.browse()) {
                said.add("no browser was found: open the link yourself");
            }
            said.add(control ? "the page may change what is probed" : "the page only reads");
            Answer answer = new Answer();
            said.forEach(answer::say);
            console().print(answer);
            page.await();
            return new Answer().say("ended");
        } catch (IOException e) {
            return Answer.failed(ExitCode.FAILED, e.getMessage());
        }
    }

    private Answer add(Page page, String argument) throws UnreachableException {
        try {
            return PidConverter.isPid(argument)
                    ? page.add(Long.parseLong(argument), this::client)
                    : page.add(argument);
        } catch (IOException | IllegalArgumentException e) {
            return Answer.failed(ExitCode.FAILED, e.getMessage());
        }
    }
}
