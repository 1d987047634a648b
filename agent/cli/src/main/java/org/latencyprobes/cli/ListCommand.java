package org.latencyprobes.cli;

import org.latencyprobes.cli.jvm.JvmList;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;

/** The command {@code list}: shows the JVMs of this machine. */
@Command(
        name = "list",
        header = "Show the JVMs of this machine, and which of them have an agent.",
        description = {
            "%nLoads nothing into any JVM. The list gives the reason if a JVM cannot be attached to. A JVM that has or had an agent is asked"
                    + " for the agent's version, for 2 seconds at most."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar list",
            "  java -jar latency-probes-agent.jar list --json | jq '.jvms[] | select(.agent != \"\") | .pid'"
        })
final class ListCommand extends Subcommand {

    @Override
    public Integer call() throws UnreachableException {
        return console().print(JvmList.answer());
    }
}
