package org.latencyprobes.demo.fix.engine.artio;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.latencyprobes.demo.fix.codecs.builder.ExecutionReportEncoder;
import org.latencyprobes.demo.fix.codecs.builder.LogoutEncoder;
import org.latencyprobes.demo.fix.codecs.decoder.NewOrderSingleDecoder;
import org.latencyprobes.demo.fix.engine.Acceptor;
import org.latencyprobes.demo.fix.engine.OrderDesk;
import uk.co.real_logic.artio.messages.InitialAcceptedSessionOwner;
import uk.co.real_logic.artio.session.Session;

/** The server. It answers on the thread that polls the library, which owns every session from its beginning. */
final class ArtioAcceptor extends ArtioHandler implements Acceptor {

    private final OrderDesk desk = new OrderDesk();
    private final NewOrderSingleDecoder order = new NewOrderSingleDecoder();
    private final ArtioFills fills = new ArtioFills();
    private final LogoutEncoder logout = new LogoutEncoder();
    private final InetSocketAddress address;
    private final ArtioNode node;
    private Session told;

    ArtioAcceptor(ArtioVariant variant, InetSocketAddress at, Path scratch) throws IOException {
        super(variant.validating());
        address = free(at);
        Listening listening = new Listening();
        node = new ArtioNode(
                "artio-server",
                variant,
                scratch,
                this,
                engine -> engine.bindTo(address.getAddress().getHostAddress(), address.getPort())
                        .initialAcceptedSessionOwner(InitialAcceptedSessionOwner.SOLE_LIBRARY)
                        .channelSupplierFactory(listening::channels));
        try {
            node.awaitConnected();
            listening.await();
        } catch (IOException e) {
            node.close();
            throw e;
        }
        node.startPolling();
    }

    /** Returns the address with a port that is free now, because Artio does not say which port it got for 0. */
    private static InetSocketAddress free(InetSocketAddress at) throws IOException {
        try (ServerSocket socket = new ServerSocket(at.getPort(), 1, at.getAddress())) {
            return new InetSocketAddress(at.getAddress(), socket.getLocalPort());
        } catch (IOException e) {
            throw new IOException("can't listen at " + at + ": " + e.getMessage(), e);
        }
    }

    @Override
    void received(Session session, long type, int offset, int length) {
        if (type != NewOrderSingleDecoder.MESSAGE_TYPE || session == told) {
            return;
        }
        if (!decode(order, offset, length)) {
            broken(session, "an invalid order: field " + order.invalidTagId() + ", reason " + order.rejectReason());
            return;
        }
        long execution =
                desk.execute((long) order.orderQty().toDouble(), order.price().toDouble());
        ExecutionReportEncoder report = fills.of(order, execution);
        while (session.trySend(report) < 0 && session.isConnected()) {
            Thread.yield();
        }
    }

    /** A session that comes back is the same object. */
    @Override
    public void onSessionStart(Session session) {
        super.onSessionStart(session);
        told = null;
    }

    /** Sends the reason once. The client then disconnects: if this side did, the client might not read the reason. */
    @Override
    void broken(Session session, String reason) {
        if (session != told && session.isConnected()) {
            told = session;
            session.trySend(logout.text(reason.replace('\u0001', '|')));
        }
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public void close() {
        node.close();
    }
}
