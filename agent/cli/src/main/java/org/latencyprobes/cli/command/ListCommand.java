package org.latencyprobes.cli.command;

import org.latencyprobes.cli.base.Subcommand;
import org.latencyprobes.cli.jvm.JvmList;
import org.latencyprobes.cli.jvm.UnreachableException;

/** The command {@code list}: shows the JVMs of this machine. */
final class ListCommand extends Subcommand {

    ListCommand() {
        super(
                "list",
                "Show the JVMs of this machine, and which of them have an agent.",
                "%nLoads nothing into any JVM. The list gives the reason if a JVM cannot be attached to. A JVM that has or had an agent is asked"
                        + " for the agent's version, for 2 seconds at most.");
        examples("list", "list -o json | jq '.jvms[] | select(.agent != \"\") | .pid'");
    }

    @Override
    protected String exitCodes() {
        return "0123";
    }

    @Override
    public Integer call() throws UnreachableException {
        return console().print(JvmList.answer());
    }
}
