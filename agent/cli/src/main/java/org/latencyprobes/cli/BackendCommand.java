package org.latencyprobes.cli;

import java.nio.file.Path;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.fetch.BackendFetch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code backend}: gets the jars of a backend. */
@Command(
        name = "backend",
        header = "Copy the jars of a backend that is not in the agent's jar into a folder.",
        description = {
            "%nRuns your own Maven, with your settings and mirrors. Maven copies Micrometer's registry of that name and its dependencies into a"
                    + " folder of that name."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  java -jar latency-probes-agent.jar backend fetch influx --to /opt/backends"})
final class BackendCommand extends Subcommand {

    @Parameters(index = "0", paramLabel = "fetch", description = "The only action.")
    private String verb;

    @Parameters(
            index = "1",
            paramLabel = "<name>",
            description = "The registry: influx, graphite, datadog, elastic, new-relic, …")
    private String name;

    @Option(
            names = "--to",
            required = true,
            paramLabel = "<folder>",
            description = "The parent folder, as for the agent's option backends.folder.")
    private Path folder;

    @Option(
            names = "--micrometer",
            paramLabel = "<version>",
            description = "Its version; by default the one that fits best.")
    private String version;

    @Option(
            names = "--mvn",
            paramLabel = "<program>",
            description = "The Maven program; by default the one on the path.")
    private String mvn;

    @Override
    public Integer call() {
        if (!verb.equals("fetch")) {
            throw usageError("\"" + verb + "\" is not allowed; it takes fetch");
        }
        if (!name.matches("[a-z][a-z0-9-]*")) {
            throw usageError("\"" + name + "\" is not the name of a registry, such as influx");
        }
        if (version != null && !version.matches("[A-Za-z0-9._-]+")) {
            throw usageError("\"" + version + "\" is not a version");
        }
        Answer answer = new BackendFetch(folder, mvn, version, console()::progress).fetch(name);
        return console().print(answer);
    }
}
