package org.latencyprobes.agent.serve.command;

import java.util.List;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.figures.NothingProbed;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.slow.Remark;
import org.latencyprobes.agent.serve.AgentParts;

/**
 * A command of the agent. {@link Commands} has the list of all, but for those of {@code why}.
 *
 * @param <Q> what is asked: the record that names the command and says which answer it gets
 */
abstract class Command<Q extends Request> {

    final Class<Q> request;
    final AgentParts agent;
    private final Place place;

    /** A thread that answers. */
    enum Place {
        /** The control thread: what concerns samples. */
        CONTROL,
        /** A selection thread: what concerns classes. */
        SELECTION,
        /** The thread that asks: what writes a file, since a disk may hang, or asks several threads. */
        ASKING
    }

    Command(AgentParts agent, Class<Q> request, Place place) {
        this.agent = agent;
        this.request = request;
        this.place = place;
    }

    /** Answers, and tells of its progress. On the thread of its place. */
    abstract Answer answer(Q asked, Progress progress) throws Exception;

    /** The same from any thread. */
    final Answer ask(Request any, Progress progress) throws Exception {
        Q asked = request.cast(any);
        return switch (place) {
            case CONTROL -> agent.control().call(() -> answer(asked, progress), progress.longestWaitMillis());
            case SELECTION -> agent.selection().call(() -> answer(asked, progress));
            case ASKING -> answer(asked, progress);
        };
    }

    /** Says what weaving loaded classes would cost this JVM, where it would. */
    final Answer warned(Answer answer) {
        String warning = agent.compiledCode().warning();
        return warning == null ? answer : answer.say(warning);
    }

    /** The answer where somebody has to be asked before classes are woven; null where not. */
    final Answer question() {
        String question = agent.compiledCode().question();
        return question == null ? null : asking(question);
    }

    /** A refusal with what whoever sent the command is to ask. */
    static Answer asking(String question) {
        return Answer.failed(
                        ExitCode.FAILED,
                        "refused, since " + question
                                + ": --yes allows it until detach, as the option deoptimise=allow does")
                .add(Remark.DEOPTIMISE, Remark.class, List.of(new Remark(question)));
    }

    /** Says so where nothing is probed. */
    final Answer remarked(Answer answer) {
        return NothingProbed.remark(answer, agent.weaving().woven().isEmpty());
    }

    /** Says what is missing in the figures. */
    final Answer missing(Answer answer) {
        for (String said :
                List.of(agent.linker().withoutMemory(), agent.weaveLog().late())) {
            if (answer.exitCode() == ExitCode.OK && !said.isEmpty()) {
                answer.say(said);
            }
        }
        return answer;
    }

    /** On the control thread: says where fewer slow calls than usual are looked at. */
    final Answer sampled(Answer answer) {
        String remark = agent.outputs().slow().sampleRemark();
        return remark.isEmpty() ? answer : answer.say(remark);
    }

    /** On the control thread: says which calls do not return. */
    final Answer stuck(Answer answer) {
        if (answer.exitCode() == ExitCode.OK) {
            agent.outputs().conditions().notReturned().forEach(answer::say);
        }
        return answer;
    }
}
