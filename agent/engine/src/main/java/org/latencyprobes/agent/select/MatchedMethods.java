package org.latencyprobes.agent.select;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The methods that a search found: the number of all, and the first of them. Its memory is bounded, however many are added. Not
 * thread-safe.
 */
public final class MatchedMethods {

    /** The number of methods that are kept and shown. */
    public static final int MOST_SHOWN = 1_000;

    private final List<MethodExplanation> shown = new ArrayList<>();
    private final Set<String> probedClasses = new HashSet<>();
    /** Of the first classes, with their loaders. */
    private final Set<String> classNames = new HashSet<>();

    private final RefusalCounts refusals = new RefusalCounts();
    private int methods;
    private int leftOut;
    private int classes;
    private int probed;
    private int moreClasses;

    /** Holds nothing yet. */
    public MatchedMethods() {}

    /**
     * Adds the methods of one class that were found.
     *
     * @param ofOneClass one for each method
     */
    public void add(List<MethodExplanation> ofOneClass) {
        int room = Math.min(MOST_SHOWN - shown.size(), ofOneClass.size());
        shown.addAll(ofOneClass.subList(0, room));
        int kept = 0;
        int ofThem = 0;
        for (MethodExplanation method : ofOneClass) {
            kept += method.verdict() == Verdict.EXCLUDED ? 0 : 1;
            ofThem += method.verdict() == Verdict.PROBED ? 1 : 0;
            if (method.verdict() == Verdict.REFUSED) {
                refusals.add(method.reason());
            }
        }
        methods += kept;
        leftOut += ofOneClass.size() - kept;
        if (kept > 0) {
            classes++;
            if (classNames.size() < ProbeLimit.MOST_METHODS) {
                classNames.add(
                        ofOneClass.get(0).loader() + ' ' + ofOneClass.get(0).className());
            }
        }
        if (ofThem > 0 && isNewName(ofOneClass.get(0).className())) {
            probed += ofThem;
        }
    }

    /**
     * Adds all of another search. Methods that both found count twice, their classes do not.
     *
     * @param others what it found
     */
    public void addAll(MatchedMethods others) {
        shown.addAll(others.shown.subList(0, Math.min(MOST_SHOWN - shown.size(), others.shown.size())));
        methods += others.methods;
        leftOut += others.leftOut;
        Set<String> both = new HashSet<>(classNames);
        both.retainAll(others.classNames);
        classes += others.classes - both.size();
        classNames.addAll(others.classNames);
        probed += others.probed;
        refusals.addAll(others.refusals);
    }

    /**
     * Remembers that the search was not gone through with.
     *
     * @param moreClasses how many classes were not looked into
     */
    public void stoppedBefore(int moreClasses) {
        this.moreClasses = moreClasses;
    }

    /** Names are remembered while they are few. */
    private boolean isNewName(String className) {
        return probedClasses.size() >= ProbeLimit.MOST_METHODS || probedClasses.add(className);
    }

    /**
     * Those that nothing keeps out.
     *
     * @return the number of methods
     */
    public int methods() {
        return methods;
    }

    /**
     * Those that an exclusion keeps out, or that they are trivial accessors.
     *
     * @return the number of methods
     */
    public int leftOut() {
        return leftOut;
    }

    /**
     * Whether there is none, not even one that is left out.
     *
     * @return true if nothing was found
     */
    public boolean isEmpty() {
        return shown.isEmpty();
    }

    /**
     * In how many classes they are; classes of one name in two loaders are two.
     *
     * @return the number
     */
    public int classes() {
        return classes;
    }

    /**
     * How many of them count towards the limit: those that can be probed, those of classes of one name once.
     *
     * @return the number
     */
    public int probed() {
        return probed;
    }

    /**
     * Why others can't be probed.
     *
     * @return the reasons, counted
     */
    public RefusalCounts refusals() {
        return refusals;
    }

    /**
     * The first of them.
     *
     * @return at most {@link #MOST_SHOWN}
     */
    public List<MethodExplanation> shown() {
        return shown;
    }

    /**
     * Whether there are more than can be shown.
     *
     * @return true if there is no room for another
     */
    public boolean isFull() {
        return shown.size() >= MOST_SHOWN;
    }

    /**
     * What is left out where the first are shown.
     *
     * @param most how many are shown at most; 0 where none is wanted
     * @return a sentence, or null if nothing is
     */
    public String notShown(int most) {
        int first = Math.min(most, shown.size());
        int more = most == 0 ? 0 : methods + leftOut - first;
        if (more == 0 && moreClasses == 0) {
            return null;
        }
        String unsearched = moreClasses == 0 ? "" : moreClasses + " more classes were not looked into";
        return most == 0
                ? unsearched
                : "the first " + first + " methods are shown" + (more == 0 ? "" : ", " + more + " more are not")
                        + (unsearched.isEmpty() ? "" : ", " + unsearched) + "; a narrower pattern shows others";
    }
}
