package org.latencyprobes.cli;

import java.util.concurrent.Callable;
import org.latencyprobes.cli.jvm.JvmList;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Shows the JVMs there are. */
@Command(
        name = "list",
        header = "Show the JVMs of this machine, and which of them have an agent.",
        description = {
            "%nLoads nothing into any of them. A JVM that cannot be attached to is shown with the reason; one in which an agent is"
                    + " or was is asked for its version, for 2 seconds at most."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar list",
            "  java -jar latency-probes-agent.jar list --json | jq '.jvms[] | select(.agent != \"\") | .pid'"
        })
final class ListCommand implements Callable<Integer> {

    @ParentCommand
    private LatencyProbes root;

    @Override
    public Integer call() throws UnreachableException {
        return root.console().print(JvmList.answer());
    }
}
