package org.latencyprobes.demo.fix.engine.artio;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import org.latencyprobes.demo.common.PublishedOrder;
import org.latencyprobes.demo.fix.codecs.FixDictionaryImpl;
import org.latencyprobes.demo.fix.codecs.builder.NewOrderSingleEncoder;
import org.latencyprobes.demo.fix.codecs.decoder.ExecutionReportDecoder;
import org.latencyprobes.demo.fix.engine.Initiator;
import org.latencyprobes.demo.fix.engine.ReportListener;
import org.latencyprobes.demo.fix.engine.SessionWatch;
import uk.co.real_logic.artio.Reply;
import uk.co.real_logic.artio.library.SessionConfiguration;
import uk.co.real_logic.artio.session.Session;

/** The client. It sends on the caller's thread, in turn with the thread that polls. */
final class ArtioInitiator extends ArtioHandler implements Initiator {

    private final ExecutionReportDecoder report = new ExecutionReportDecoder();
    private final ArtioOrders orders = new ArtioOrders();
    private final SessionWatch watch;
    private final ArtioNode node;
    private final Session session;

    ArtioInitiator(
            ArtioVariant variant,
            InetSocketAddress server,
            ReportListener reports,
            Path scratch,
            Duration silenceTimeout)
            throws IOException {
        super(variant.validating());
        watch = new SessionWatch(reports, silenceTimeout, () -> {});
        node = new ArtioNode("artio-client", variant, scratch, this, engine -> {});
        try {
            node.awaitConnected();
            session = logOn(server);
        } catch (IOException e) {
            watch.close();
            node.close();
            throw e;
        }
        node.startPolling();
    }

    private Session logOn(InetSocketAddress server) throws IOException {
        Reply<Session> reply = node.library()
                .initiate(SessionConfiguration.builder()
                        .address(server.getHostString(), server.getPort())
                        .senderCompId(PublishedOrder.INITIATOR)
                        .targetCompId(PublishedOrder.ACCEPTOR)
                        .resetSeqNum(true)
                        .fixDictionary(FixDictionaryImpl.class)
                        .timeoutInMs(LOGON_TIMEOUT.toMillis())
                        .build());
        while (reply.isExecuting()) {
            node.poll();
            Thread.yield();
        }
        if (reply.hasTimedOut()) {
            throw new IOException("no logon from " + server + " within " + LOGON_TIMEOUT.toMillis() + " ms");
        }
        if (reply.hasErrored()) {
            throw new IOException(
                    "no connection to " + server + ": " + reply.error().getMessage(), reply.error());
        }
        return reply.resultIfPresent();
    }

    @Override
    public void send(long startNanos) {
        if (watch.isOver()) {
            return;
        }
        watch.sent();
        node.handoff.takeToSend();
        try {
            NewOrderSingleEncoder order = orders.with(startNanos);
            while (session.trySend(order) < 0 && !watch.isOver()) {
                node.poll(); // the engine may be waiting for this thread
            }
        } finally {
            node.handoff.release();
        }
    }

    @Override
    public void close() {
        watch.close();
        node.handoff.takeToSend();
        try {
            session.logoutAndDisconnect();
        } finally {
            node.handoff.release();
        }
        node.close();
    }

    @Override
    void received(Session from, long type, int offset, int length) {
        if (type != ExecutionReportDecoder.MESSAGE_TYPE) {
            return;
        }
        if (decode(report, offset, length)) {
            watch.received(Digits.parse(report.clOrdID(), report.clOrdIDLength()));
        } else {
            watch.failed("an invalid report: field " + report.invalidTagId() + ", reason " + report.rejectReason());
        }
    }

    @Override
    void broken(Session from, String reason) {
        watch.failed(reason);
    }
}
