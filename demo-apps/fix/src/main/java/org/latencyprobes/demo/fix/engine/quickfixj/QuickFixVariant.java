package org.latencyprobes.demo.fix.engine.quickfixj;

/**
 * The configurations of QuickFIX/J. From the fastest one on, each that is named as published has one thing more of what the published
 * comparison had, and the last has all of it.
 */
enum QuickFixVariant {
    NO_VALIDATION("quickfixj", "QuickFIX/J, no validation", 0),
    VALIDATION("quickfixj-validating", "QuickFIX/J, validation", Parts.DICTIONARY),
    STORED("quickfixj-stored", "QuickFIX/J, no validation, file store", Parts.FILE_STORE),
    PREPARED("quickfixj-prepared", "QuickFIX/J, no validation, prepared messages", Parts.PREPARED),
    NO_STORE(
            "quickfixj-as-published-no-store",
            "QuickFIX/J as published, no log, no store",
            Parts.PREPARED | Parts.DICTIONARY),
    NO_LOG("quickfixj-as-published-no-log", "QuickFIX/J as published, no log", Parts.AS_PUBLISHED & ~Parts.FILE_LOG),
    AS_PUBLISHED("quickfixj-as-published", "QuickFIX/J as published", Parts.AS_PUBLISHED),
    OLD_AS_PUBLISHED(
            "quickfixj-1.6.2-as-published", "QuickFIX/J 1.6.2 as published", Parts.AS_PUBLISHED | Parts.OLD_RELEASE);

    private final String id;
    private final String title;
    private final int parts;

    QuickFixVariant(String id, String title, int parts) {
        this.id = id;
        this.title = title;
        this.parts = parts;
    }

    /** What a configuration has, as bits. */
    private static final class Parts {
        private static final int DICTIONARY = 1;
        private static final int PREPARED = 2;
        private static final int FILE_STORE = 4;
        private static final int FILE_LOG = 8;
        private static final int AS_PUBLISHED = DICTIONARY | PREPARED | FILE_STORE | FILE_LOG;
        private static final int OLD_RELEASE = 16;
    }

    String id() {
        return id;
    }

    String title() {
        return title;
    }

    /** Whether it validates with a data dictionary, as QuickFIX/J does by default. */
    boolean validates() {
        return has(Parts.DICTIONARY);
    }

    /** Whether both messages are made once, and only ClOrdID is set anew. */
    boolean prepared() {
        return has(Parts.PREPARED);
    }

    /** Whether messages and sequence numbers are stored in files. */
    boolean hasFileStore() {
        return has(Parts.FILE_STORE);
    }

    /** Whether messages and events are logged to files. */
    boolean hasFileLog() {
        return has(Parts.FILE_LOG);
    }

    /** Whether it is QuickFIX/J 1.6.2, the oldest release near the published 1.6.1. */
    boolean isOldRelease() {
        return has(Parts.OLD_RELEASE);
    }

    private boolean has(int part) {
        return (parts & part) != 0;
    }
}
