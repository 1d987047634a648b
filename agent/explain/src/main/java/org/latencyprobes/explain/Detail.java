package org.latencyprobes.explain;

/**
 * What is known of a time beside its cause.
 *
 * @param what in words, such as what was waited for; may be empty
 * @param holder who held that
 * @param site the method that waited, as {@code Class.method}, or empty
 */
public record Detail(String what, Holder holder, String site) {

    /** How much more of a wait may have been a wait for a CPU: the thread was woken, and did not run yet, in this wait or in another one. */
    public static final Detail LACKING_CPU = of("without a CPU");

    /** Before the name of a library of connection pools. */
    public static final String AWAITED = "waiting for a connection of ";

    /**
     * What needs no holder and no site.
     *
     * @param words that say it
     * @return the detail
     */
    public static Detail of(String words) {
        return new Detail(words, Holder.NONE, "");
    }

    /** {@return the same whoever held it} */
    public Detail withoutHolder() {
        return new Detail(what, Holder.NONE, site);
    }

    /** {@return what stands before its holder: a library may have several pools, and nobody knows whose connection that was} */
    public String heldBy() {
        return what.startsWith(AWAITED)
                ? ", connections of any pool of " + what.substring(AWAITED.length()) + " used by "
                : ", held by ";
    }

    /** {@return such as {@code monitor of Journal, held by "writer", in Journal.append}} */
    public String words() {
        String where = site.isEmpty() ? "" : "in " + site;
        String held = what
                + (holder.name().isEmpty() ? "" : heldBy() + '"' + holder.name() + '"')
                + (holder.place().isEmpty() ? "" : " (in " + holder.place() + ')');
        return held + (held.isEmpty() || where.isEmpty() ? "" : ", ") + where;
    }

    /** Written out, as is the other: the generated ones would keep the agent's class loader in JDK 17 for ever. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Detail that && words().equals(that.words());
    }

    @Override
    public int hashCode() {
        return words().hashCode();
    }
}
