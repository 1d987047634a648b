package org.latencyprobes.agent.link;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.classfile.AsyncTypes;

/** The linker of instructions in methods whose calls complete later. Thread-safe. */
final class AsyncLinker {

    private final OwnSites ownSites;

    /** With those that belong to one instruction each. */
    AsyncLinker(OwnSites ownSites) {
        this.ownSites = ownSites;
    }

    /** The call site of an instruction, by what the method returns or takes. */
    CallSite site(ProbeSites probe, MethodHandles.Lookup caller, MethodType type, String detail) {
        boolean isPublisher = AsyncTypes.isPublisherName(detail);
        if (type.equals(SiteTargets.ENTER)) { // prepare the exit now, which is timed
            if (isPublisher) {
                publisherExit(probe, caller, detail);
            } else {
                probe.site("exit", SiteTargets.STAGE_EXIT);
            }
            return probe.site("enter", type);
        }
        if (type.equals(SiteTargets.SUSPENSION_ENTER)) {
            return ownSites.site(suspensionEnter(probe, caller, detail));
        }
        return isPublisher ? ownSites.site(publisherExit(probe, caller, detail)) : probe.site("exit", type);
    }

    private static MethodHandle suspensionEnter(ProbeSites probe, MethodHandles.Lookup caller, String label) {
        Completions completions = probe.async().completions();
        try {
            return Suspension.of(completions, caller, label).enter();
        } catch (ReflectiveOperationException | LinkageError e) {
            completions.complain("not timed, since Kotlin's library is not as expected: " + Log.describe(e));
            return SiteTargets.off(SiteTargets.SUSPENSION_ENTER);
        }
    }

    private MethodHandle publisherExit(ProbeSites probe, MethodHandles.Lookup caller, String typeName) {
        Completions completions = probe.async().completions();
        try {
            Publishers publishers = new Publishers(completions, PublisherType.named(typeName, caller));
            ownSites.cell(publishers.cell());
            return publishers.exit();
        } catch (ReflectiveOperationException | LinkageError e) {
            completions.complain("timed until return, since its library is not as expected: " + Log.describe(e));
            return Publishers.plainExit(completions);
        }
    }
}
