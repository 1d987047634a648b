package org.latencyprobes.agent.backend;

import java.lang.ref.WeakReference;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.option.Secrets;
import org.latencyprobes.agent.protocol.state.BackendRow;

/**
 * The state of a backend: {@code status} shows it, and each change for the worse or the better is said once. Thread-safe. The backend's
 * own threads report to it.
 */
public final class ExporterState {

    /** Inherited by the threads that a registry starts while it is opened; weak, since a thread may be the JDK's and stay. */
    private static final InheritableThreadLocal<WeakReference<ExporterState>> PRESENT = new InheritableThreadLocal<>();

    private static final int LONGEST_MESSAGE = 300;
    private static final int MOST_CHANGES = 20;
    private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);

    private final String name;
    private final Secrets secrets;
    private String condition = "opening";
    private String address = "";
    private long published;
    private long failed;
    private long lostCalls;
    private String lastError = "";
    private String lastErrorAt = "";
    private int changes;
    private long firstChangeNanos;
    private boolean failing;
    private boolean noted;
    private boolean refused;
    private boolean warningsCount;

    ExporterState(String name, Secrets secrets) {
        this.name = name;
        this.secrets = secrets;
    }

    /**
     * The state of the backend that the calling thread belongs to.
     *
     * @return null for other threads
     */
    public static ExporterState ofThread() {
        WeakReference<ExporterState> present = PRESENT.get();
        return present == null ? null : present.get();
    }

    static void enter(ExporterState state) {
        if (state == null) {
            PRESENT.remove();
        } else {
            PRESENT.set(new WeakReference<>(state));
        }
    }

    /** Counts one publish, scrape or packet that went well; says so after failures. */
    public synchronized void published() {
        published++;
        if (failing) {
            failing = false;
            sayChange("backend " + name + " is back, after " + Plural.of(failed, "failure", "failures") + " in all"
                    + lostText());
        }
    }

    /** Of a backend that comes and goes, some lines in an hour. */
    private void sayChange(String message) {
        long nowNanos = System.nanoTime();
        if (changes == 0 || nowNanos - firstChangeNanos > HOUR_NANOS) {
            changes = 0;
            firstChangeNanos = nowNanos;
        }
        changes++;
        if (changes <= MOST_CHANGES) {
            Log.say(message + (changes == MOST_CHANGES ? "; for an hour, more of this is counted and not said" : ""));
        }
    }

    /**
     * Counts one that failed; the first of a row is said.
     *
     * @param message why
     */
    public synchronized void failed(String message) {
        failed++;
        remember(message);
        if (!failing) {
            failing = true;
            sayChange("backend " + name + ": " + lastError + "; it goes on trying, which is not said again");
        }
    }

    /**
     * Counts calls that were in what failed and will not be sent again: of a backend that is sent differences.
     *
     * @param calls how many
     */
    public synchronized void lost(long calls) {
        lostCalls += calls;
    }

    /**
     * How many calls were lost so far.
     *
     * @return a number that only grows
     */
    public synchronized long lostCalls() {
        return lostCalls;
    }

    private String lostText() {
        return lostCalls == 0 ? "" : "; calls lost: " + lostCalls;
    }

    /** Says what has been lost if that has not been said. */
    synchronized void closed() {
        if (failing && lostCalls > 0) {
            Log.say("backend " + name + ": is closed, after " + Plural.of(failed, "failure", "failures") + " in all"
                    + lostText());
        }
    }

    /**
     * Makes a library's warnings failures: for a backend that has no other way to learn of them.
     *
     * @param wanted whether they are
     */
    public synchronized void countWarnings(boolean wanted) {
        warningsCount = wanted;
    }

    /**
     * A library of the backend's warned.
     *
     * @param message what it said
     */
    public synchronized void warned(String message) {
        if (warningsCount) {
            failed(message);
        } else {
            noted(message);
        }
    }

    /** As {@link #published}, where nobody else counts. */
    public synchronized void publishedUnlessCounted() {
        if (warningsCount) {
            published();
        }
    }

    /**
     * Remembers what a library warned of; the first time it is said.
     *
     * @param message what it said
     */
    public synchronized void noted(String message) {
        remember(message);
        if (!noted && !failing) {
            noted = true;
            Log.say("backend " + name + ": " + lastError);
        }
    }

    /**
     * Whether the last publish failed.
     *
     * @return false also before the first
     */
    public synchronized boolean isFailing() {
        return failing;
    }

    /**
     * How many failed so far.
     *
     * @return a number that only grows
     */
    public synchronized long failures() {
        return failed;
    }

    private void remember(String message) {
        String text = secrets.hide(message.replaceAll("\\s+", " ").strip());
        lastError = text.length() <= LONGEST_MESSAGE ? text : text.substring(0, LONGEST_MESSAGE) + "…";
        lastErrorAt = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /**
     * Says something about the backend.
     *
     * @param message without secrets that are unknown to its options
     */
    public void say(String message) {
        Log.say("backend " + name + ": " + secrets.hide(message));
    }

    synchronized void opened(String where) {
        condition = "open";
        address = secrets.hide(where);
        if (refused) {
            refused = false;
            say("is open at last");
        }
    }

    synchronized void refused(String message, boolean retried) {
        condition = retried ? "waiting" : "refused";
        remember(message);
        if (!refused) {
            refused = true;
            say(message + (retried ? "; tried again, which is not said again" : ""));
        }
    }

    synchronized BackendRow row() {
        String shown = condition.equals("open") && failing ? "failing" : condition;
        return new BackendRow(name, shown, address, published, failed, lostCalls, lastError, lastErrorAt);
    }
}
