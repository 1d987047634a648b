package org.latencyprobes.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.fetch.Fetch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Gets the jars of backends. */
@Command(
        name = "backend",
        header = "Fill a folder with the jars of a backend that is not in the agent's jar.",
        description = {
            "%nRuns your own Maven, with your settings and mirrors, to copy Micrometer's registry of that name and what it needs into"
                    + " a folder of that name."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  java -jar latency-probes-agent.jar backend fetch influx --to /opt/backends"})
final class BackendCommand implements Callable<Integer> {

    @ParentCommand
    private LatencyProbes root;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "fetch", description = "What to do.")
    private String verb;

    @Parameters(
            index = "1",
            paramLabel = "<name>",
            description = "The registry: influx, graphite, datadog, elastic, new-relic, …")
    private String name;

    @Option(names = "--to", required = true, paramLabel = "<folder>", description = "For the option backends.folder.")
    private Path folder;

    @Option(
            names = "--micrometer",
            paramLabel = "<version>",
            description = "Its version, if not the one that fits best.")
    private String version;

    @Option(names = "--mvn", paramLabel = "<program>", description = "Maven, if not the one on the path.")
    private String mvn;

    @Override
    public Integer call() {
        if (!verb.equals("fetch")) {
            throw wrong("\"" + verb + "\" is not allowed; it takes fetch");
        }
        if (!name.matches("[a-z][a-z0-9-]*")) {
            throw wrong("\"" + name + "\" is no name of a registry; influx is one");
        }
        if (version != null && !version.matches("[A-Za-z0-9._-]+")) {
            throw wrong("\"" + version + "\" is no version");
        }
        Answer answer = new Fetch(folder, mvn, version, root.console()::progress).fetch(name);
        return root.console().print(answer);
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
