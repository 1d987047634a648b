package org.latencyprobes.explain;

/**
 * The thread that held a lock while another waited for it, or used a connection while another waited for one.
 *
 * @param name for people; empty where nobody knows who held it, or, with a place, where it is one of many
 * @param threadId its Java id; −1 where it has no name
 * @param place the method outside of the JDK that it was seen in meanwhile, as {@code Class.method}, or empty
 */
public record Holder(String name, long threadId, String place) {

    /** Where nobody knows. */
    public static final Holder NONE = new Holder("", -1, "");
}
