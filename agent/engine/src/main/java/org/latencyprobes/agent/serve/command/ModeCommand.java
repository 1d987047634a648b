package org.latencyprobes.agent.serve.command;

import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.figures.Explanations;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.option.BadOptionException;
import org.latencyprobes.agent.option.Settings;
import org.latencyprobes.agent.pattern.FullName;
import org.latencyprobes.agent.pattern.NearestName;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.serve.ControlThread;
import org.latencyprobes.agent.weave.Weaving;

/** The command {@code mode}: whether probes time all calls, some or none. Thread-safe. */
final class ModeCommand {

    private static final int MOST_NAMED = 20;

    private final Settings settings;
    private final ControlThread control;
    private final Weaving weaving;
    private final Linker linker;

    ModeCommand(Settings settings, ControlThread control, Weaving weaving, Linker linker) {
        this.settings = settings;
        this.control = control;
        this.weaving = weaving;
        this.linker = linker;
    }

    /** Switches a probe, or all for {@code *}. */
    Answer answer(Request.Mode request) throws ExecutionException {
        Mode wanted = Mode.named(request.mode());
        String probe = request.probe();
        if (wanted == null) {
            return Answer.failed(
                    ExitCode.USAGE, "mode \"" + request.mode() + "\" is not allowed; it takes " + Mode.ALLOWED);
        }
        if (probe.equals(Request.Mode.ALL)) {
            return control.call(() -> modeOfAll(wanted));
        }
        return control.call(() -> {
            TreeSet<String> names = names();
            String meant = names.contains(probe) ? probe : FullName.probe(probe, names);
            return meant == null
                    ? unknown(probe, names)
                    : meant.equals(probe)
                            ? modeOf(probe, wanted)
                            : modeOf(meant, wanted).say(FullName.remark(probe, meant));
        });
    }

    private Answer modeOf(String probe, Mode mode) {
        int switched = linker.mode(probe, mode);
        control.budget().pin(probe);
        Log.say("probe " + probe + ": " + mode);
        return new Answer()
                .say(
                        switched == 0
                                ? "probe " + probe + " has not been called yet and will be " + mode
                                : Plural.of(switched, "probe is ", "probes are ") + mode);
    }

    private Answer modeOfAll(Mode mode) throws BadOptionException {
        settings.change("mode=" + mode, "command mode");
        control.follow();
        linker.mode(null, mode);
        control.budget().restart();
        return new Answer().say(Plural.of(linker.linked().size(), "probe is ", "probes are ") + mode);
    }

    /** The names of probes that have been called, and of those that are woven and have not. */
    TreeSet<String> names() {
        TreeSet<String> names = new TreeSet<>();
        linker.linked().forEach(probe -> names.add(probe.name()));
        weaving.woven().forEach(method -> names.add(Explanations.probeName(method)));
        return names;
    }

    private static Answer unknown(String probe, TreeSet<String> names) {
        String nearest = NearestName.to(probe, names);
        int more = names.size() - MOST_NAMED;
        return Answer.failed(
                ExitCode.FAILED,
                "no probe \"" + probe + "\"; "
                        + (nearest != null
                                ? "did you mean " + nearest
                                : "there are "
                                        + names.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                                        + (more > 0 ? " and " + more + " more" : "")));
    }
}
