package org.latencyprobes.agent.serve.command;

import java.util.concurrent.ExecutionException;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.serve.AgentParts;
import org.latencyprobes.agent.serve.ControlThread;

/** The command {@code snapshot}: what watchers show. A snapshot that was taken while this one waited answers it. */
final class SnapshotCommand extends Command<Request.Snapshot> {

    SnapshotCommand(AgentParts agent) {
        super(agent, Request.Snapshot.class, Place.ASKING);
    }

    @Override
    Answer answer(Request.Snapshot asked, Progress progress) throws ExecutionException {
        long cameNanos = System.nanoTime();
        ControlThread control = agent.control();
        return control.call(() -> agent.outputs().snapshots().answer(asked, cameNanos, control.costs()::recent));
    }
}
