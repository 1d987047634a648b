package org.latencyprobes.exporters.log;

/** What protobuf gets for the JDK's level of logging. */
public final class JdkLevel {

    /** The only one that it uses. */
    public static final JdkLevel WARNING = new JdkLevel();

    private JdkLevel() {}
}
