package org.latencyprobes.cli;

import java.util.List;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.AttachClient;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Parameters;

/** A command whose first parameter is the process id of a JVM. */
abstract class PidCommand extends JvmCommand {

    @Parameters(
            index = "0",
            paramLabel = "<pid>",
            converter = PidConverter.class,
            description = "The JVM's process id.")
    private long pid;

    final long pid() {
        return pid;
    }

    final Answer ask(String command, String... arguments) throws UnreachableException {
        return ask(pid, command, List.of(arguments));
    }

    final AttachClient client() {
        return client(pid);
    }
}
