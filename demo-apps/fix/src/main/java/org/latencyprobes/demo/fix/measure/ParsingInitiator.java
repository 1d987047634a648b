package org.latencyprobes.demo.fix.measure;

import org.latencyprobes.demo.fix.engine.Initiator;
import org.latencyprobes.demo.fix.engine.Parser;
import org.latencyprobes.demo.fix.engine.PublishedOrder;
import org.latencyprobes.demo.fix.engine.ReportListener;

/** A client that is nothing but the parser: it reads each message on the generator's own thread. */
final class ParsingInitiator implements Initiator {

    private final Parser parser;
    private final ReportListener reports;
    private final byte[] message = PublishedOrder.bytes("863913604164909");
    private long fields;

    ParsingInitiator(Parser parser, ReportListener reports) {
        this.parser = parser;
        this.reports = reports;
    }

    @Override
    public void send(long startNanos) {
        fields += parser.parse(message);
        reports.received(startNanos);
    }

    @Override
    public void close() {
        if (fields == 0) {
            throw new IllegalStateException("the parser has read nothing");
        }
    }
}
