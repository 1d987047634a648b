package org.latencyprobes.demo.fix.engine.artio;

/**
 * A configuration of Artio.
 *
 * @param validating whether messages are checked against the dictionary
 * @param storing whether Aeron's Archive records all messages on disk
 */
record ArtioVariant(boolean validating, boolean storing) {

    String name() {
        return "artio" + (storing ? "-archive" : "") + (validating ? "-validating" : "");
    }

    String title() {
        return "Artio, " + (validating ? "validation" : "no validation") + (storing ? ", Archive" : "");
    }
}
