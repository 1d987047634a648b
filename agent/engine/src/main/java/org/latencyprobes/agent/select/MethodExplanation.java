package org.latencyprobes.agent.select;

/**
 * The explanation of what becomes of one method.
 *
 * @param className binary name of its class
 * @param loader its class loader, as people call it
 * @param method name and parameter types, {@code find(String,int)}
 * @param verdict what becomes of it
 * @param probe the probe's name with its tags, empty where there is none
 * @param rule which rule matched, empty where none did
 * @param reason why it was refused or no rule matched
 * @param bytes size of its bytecode, −1 where it has none or that is unknown
 * @param wovenBytes size once woven, −1 where it is not
 * @param remark what else is to know: the JIT's limits, another agent that changed the class
 */
public record MethodExplanation(
        String className,
        String loader,
        String method,
        Verdict verdict,
        String probe,
        String rule,
        String reason,
        int bytes,
        int wovenBytes,
        String remark) {

    /** What stands in a rule before the parent that has the annotation. */
    public static final String INHERITED = ", inherited from ";

    /** The remark on a probe whose samples begin when the monitor has been entered. */
    public static final String WITHOUT_WAIT = "synchronized: timed without the wait for its monitor";

    /**
     * Whether it is not selected since it has no code of its own.
     *
     * @return true where the reason says so
     */
    public boolean isAbstract() {
        return reason.startsWith(ClassDecision.ABSTRACT);
    }

    /**
     * Whether weaving took it over the limit up to which HotSpot inlines what is called often.
     *
     * @return true if it was not before and is now
     */
    public boolean losesInlining() {
        return JitLimits.preventsInlining(bytes, wovenBytes);
    }

    /**
     * The same method with another verdict. What would be to know of it once woven is left out unless it is probed.
     *
     * @param otherVerdict the verdict
     * @param otherReason its reason
     * @return a copy
     */
    public MethodExplanation as(Verdict otherVerdict, String otherReason) {
        return new MethodExplanation(
                className,
                loader,
                method,
                otherVerdict,
                probe,
                rule,
                otherReason,
                bytes,
                wovenBytes,
                otherVerdict == Verdict.PROBED ? remark : "");
    }

    /**
     * The same with more to know.
     *
     * @param more a remark
     * @return a copy
     */
    public MethodExplanation remarked(String more) {
        return new MethodExplanation(
                className, loader, method, verdict, probe, rule, reason, bytes, wovenBytes, both(remark, more));
    }

    /**
     * The same decision with the size of the method, and what follows from that.
     *
     * @param installed the same method, as it was woven
     * @return a copy
     */
    public MethodExplanation sizedAs(MethodExplanation installed) {
        String known = verdict == Verdict.PROBED ? installed.remark : remark;
        return new MethodExplanation(
                className, loader, method, verdict, probe, rule, reason, installed.bytes, wovenBytes, known);
    }

    /** Two remarks in one; each may be empty. */
    static String both(String remark, String more) {
        if (remark.isEmpty()) {
            return more;
        }
        return more.isEmpty() ? remark : remark + "; " + more;
    }
}
