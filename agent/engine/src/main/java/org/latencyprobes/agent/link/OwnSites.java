package org.latencyprobes.agent.link;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MutableCallSite;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Call sites that belong to one woven instruction, since what they run knows types of the application's. They are held by the
 * instruction; here they are known weakly, to be emptied when the agent leaves, so that they keep no class loader of an application
 * alive. Thread-safe.
 */
final class OwnSites {

    private static final int FIRST_CLEANED_AT = 64;

    private final List<WeakReference<MutableCallSite>> sites = new ArrayList<>();
    private final List<WeakReference<AtomicReference<?>>> cells = new ArrayList<>();
    private int cleanAt = FIRST_CLEANED_AT;
    private boolean retired;

    /** A site that runs this target until the agent leaves. */
    synchronized CallSite site(MethodHandle target) {
        sweep();
        if (retired) {
            return new ConstantCallSite(SiteTargets.off(target.type()));
        }
        MutableCallSite site = new MutableCallSite(target);
        sites.add(new WeakReference<>(site));
        return site;
    }

    /** A cell that objects of the application's hold; to be emptied too. */
    synchronized void cell(AtomicReference<?> cell) {
        if (retired) {
            cell.set(null);
        } else {
            cells.add(new WeakReference<>(cell));
        }
    }

    private void sweep() {
        if (sites.size() >= cleanAt) {
            sites.removeIf(reference -> reference.get() == null);
            cells.removeIf(reference -> reference.get() == null);
            cleanAt = FIRST_CLEANED_AT + 2 * sites.size();
        }
    }

    /** Turns all into no-ops of JDK types. The sites are to be synchronised by the caller. */
    synchronized List<MutableCallSite> retire() {
        retired = true;
        List<MutableCallSite> emptied = new ArrayList<>();
        for (WeakReference<MutableCallSite> reference : sites) {
            MutableCallSite site = reference.get();
            if (site != null) {
                site.setTarget(SiteTargets.off(site.type()));
                emptied.add(site);
            }
        }
        for (WeakReference<AtomicReference<?>> reference : cells) {
            AtomicReference<?> cell = reference.get();
            if (cell != null) {
                cell.set(null);
            }
        }
        sites.clear();
        cells.clear();
        return emptied;
    }
}
