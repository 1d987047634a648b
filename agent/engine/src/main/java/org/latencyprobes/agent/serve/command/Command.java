package org.latencyprobes.agent.serve.command;

import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;

/**
 * A command of the agent. Commands are not compared: the equality of a record would keep the agent's class loader in JDK 17 for ever.
 *
 * @param <Q> what is asked
 * @param request its type, which names the command
 * @param place the thread that answers
 * @param work what it does
 */
record Command<Q extends Request>(Class<Q> request, Place place, Work<Q> work) {

    /** A thread that answers. */
    enum Place {
        /** The control thread: what concerns samples. */
        CONTROL,
        /** A selection thread: what concerns classes. */
        SELECTION,
        /** The thread that asks: what writes a file, since a disk may hang, or asks several threads. */
        ASKING
    }

    /** What a command does. */
    @FunctionalInterface
    interface Work<Q> {

        /** Answers, and tells of its progress. */
        Answer answer(Q request, Progress progress) throws Exception;
    }

    Answer answer(Request asked, Progress progress) throws Exception {
        return work.answer(request.cast(asked), progress);
    }
}
