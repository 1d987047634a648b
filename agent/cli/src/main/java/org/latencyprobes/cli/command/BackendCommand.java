package org.latencyprobes.cli.command;

import java.nio.file.Path;
import java.util.function.Supplier;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.cli.base.Subcommand;
import org.latencyprobes.cli.fetch.BackendFetch;
import picocli.CommandLine.Model.OptionSpec;

/** The command {@code backend}: gets the jars of a backend. */
final class BackendCommand extends Subcommand {

    private final Supplier<String> verb = value(parameter(String.class, "fetch", "0")
            .description("The only action.")
            .build());

    private final Supplier<String> name = value(parameter(String.class, "<name>", "1")
            .description("The registry: influx, graphite, datadog, elastic, new-relic, …")
            .build());

    private final Supplier<Path> folder = value(OptionSpec.builder("--to")
            .type(Path.class)
            .required(true)
            .paramLabel("<folder>")
            .description("The parent folder, as for the agent's option backends.folder.")
            .build());

    private final Supplier<String> version = value(option(String.class, "<version>", "--micrometer")
            .description("Its version; by default the one that fits best.")
            .build());

    private final Supplier<String> mvn = value(option(String.class, "<program>", "--mvn")
            .description("The Maven program; by default the one on the path.")
            .build());

    BackendCommand() {
        super(
                "backend",
                "Copy the jars of a backend that is not in the agent's jar into a folder.",
                "%nRuns your own Maven, with your settings and mirrors. Maven copies Micrometer's registry of that name and its dependencies into a"
                        + " folder of that name.");
        examples("backend fetch influx --to /opt/backends");
    }

    @Override
    public Integer call() {
        if (!verb.get().equals("fetch")) {
            throw usageError("\"" + verb.get() + "\" is not allowed; it takes fetch");
        }
        if (!name.get().matches("[a-z][a-z0-9-]*")) {
            throw usageError("\"" + name.get() + "\" is not the name of a registry, such as influx");
        }
        if (version.get() != null && !version.get().matches("[A-Za-z0-9._-]+")) {
            throw usageError("\"" + version.get() + "\" is not a version");
        }
        Answer answer = new BackendFetch(folder.get(), mvn.get(), version.get(), console()::progress).fetch(name.get());
        return console().print(answer);
    }
}
