package org.latencyprobes.demo.fix.measure;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.latencyprobes.demo.common.PublishedOrder;
import org.latencyprobes.demo.fix.engine.Initiator;
import org.latencyprobes.demo.fix.engine.Parser;
import org.latencyprobes.demo.fix.engine.ReportListener;

/** A client that is nothing but the parser: it reads each message on the generator's own thread, and writes it to a log. */
final class ParsingInitiator implements Initiator {

    private final Parser parser;
    private final OutputStream log;
    private final ReportListener reports;
    private final byte[] message = PublishedOrder.bytes();
    private long fields;

    ParsingInitiator(Parser parser, OutputStream log, ReportListener reports) {
        this.parser = parser;
        this.log = log;
        this.reports = reports;
    }

    @Override
    public void send(long startNanos) {
        fields += parser.parse(message);
        try {
            log.write(message);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        reports.received(startNanos);
    }

    @Override
    public void close() throws IOException {
        log.close();
        if (fields == 0) {
            throw new IllegalStateException("the parser has read nothing");
        }
    }
}
