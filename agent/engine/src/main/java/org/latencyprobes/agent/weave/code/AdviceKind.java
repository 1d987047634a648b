package org.latencyprobes.agent.weave.code;

import java.util.Map;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import org.latencyprobes.agent.classfile.AsyncTypes;
import org.latencyprobes.agent.classfile.MethodKind;
import org.latencyprobes.agent.select.MethodProbe;

/** The kinds of advice, and which methods get which. */
enum AdviceKind {
    METHOD(MethodKind.METHOD, ProbeAdvice.OfMethod.class),
    OUTERMOST(MethodKind.METHOD, ProbeAdvice.OfOutermost.class),
    CONSTRUCTOR(MethodKind.CONSTRUCTOR, ProbeAdvice.OfConstructor.class),
    STAGE(MethodKind.ASYNC, ProbeAdvice.OfStage.class),
    PUBLISHER(MethodKind.ASYNC, ProbeAdvice.OfPublisher.class),
    SUSPENDING(MethodKind.SUSPEND, ProbeAdvice.OfSuspending.class);

    private final MethodKind kind;
    private final Class<?> adviceType;

    AdviceKind(MethodKind kind, Class<?> adviceType) {
        this.kind = kind;
        this.adviceType = adviceType;
    }

    /** Whether a method, by its name and descriptor, is a probe that is woven this way. */
    boolean fits(String method, Map<String, MethodProbe> probes, boolean reusingParameters) {
        MethodProbe probe = probes.get(method);
        return probe != null
                && probe.kind() == kind
                && probe.reusesParameters() == reusingParameters
                && probe.outermost() == (this == OUTERMOST)
                && (kind != MethodKind.ASYNC || AsyncTypes.isStage(method) == (this == STAGE));
    }

    /** Whether any of these is: an advice that no method needs is not even read. */
    boolean isIn(Map<String, MethodProbe> probes, boolean reusingParameters) {
        for (String method : probes.keySet()) {
            if (fits(method, probes, reusingParameters)) {
                return true;
            }
        }
        return false;
    }

    /** How many slots the value takes that the enter hands to the exit; copies of parameters come behind it. */
    int startSlots() {
        return this == SUSPENDING ? 1 : 2;
    }

    Advice advice(
            MethodDescription.InDefinedShape bootstrap,
            Advice.BootstrapArgumentResolver.Factory constants,
            ClassFileLocator files,
            boolean reusingParameters) {
        Advice.WithCustomMapping advice = Advice.withCustomMapping().bootstrap(bootstrap, constants);
        Replaced.Variable replaced = replaced();
        if (replaced != null) {
            advice = advice.bind(Replaced.class, (Advice.OffsetMapping) replaced)
                    .with(new Advice.AssignReturned.Factory().with(Replaced.class, replaced));
        }
        return reusingParameters
                ? advice.to(BackupArgumentsAdvice.in(adviceType, files), files)
                : advice.to(adviceType, files);
    }

    private Replaced.Variable replaced() {
        return switch (this) {
            case METHOD, OUTERMOST, CONSTRUCTOR, STAGE -> null;
            case PUBLISHER -> Replaced.Variable.RESULT;
            case SUSPENDING -> Replaced.Variable.LAST_ARGUMENT;
        };
    }
}
