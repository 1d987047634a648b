package org.latencyprobes.demo.fix.engine.quickfixj;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.latencyprobes.demo.fix.engine.Acceptor;
import org.latencyprobes.demo.fix.engine.OrderDesk;
import quickfix.ConfigError;
import quickfix.DefaultMessageFactory;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.RuntimeError;
import quickfix.Session;
import quickfix.SessionSettings;
import quickfix.SocketAcceptor;
import quickfix.fix42.NewOrderSingle;

/** The server. It answers on QuickFIX/J's message processing thread. */
final class QuickFixAcceptor extends QuietApplication implements Acceptor {

    private final OrderDesk desk = new OrderDesk();
    private final QuickFixMessages messages;
    private final SocketAcceptor acceptor;
    private final Session session;

    private QuickFixAcceptor(QuickFixVariant variant, InetSocketAddress at, Path scratch) throws ConfigError {
        messages = new QuickFixMessages(variant.prepared());
        SessionSettings settings = QuickFixSettings.acceptor(at, variant, scratch);
        acceptor = new SocketAcceptor(
                this,
                QuickFixSettings.store(variant, settings),
                settings,
                QuickFixSettings.log(variant, settings, new EventLog(text -> {})),
                new DefaultMessageFactory());
        watch(acceptor);
        acceptor.start();
        session = Session.lookupSession(QuickFixSettings.SERVER);
    }

    static QuickFixAcceptor start(QuickFixVariant variant, InetSocketAddress at, Path scratch) throws IOException {
        try {
            return new QuickFixAcceptor(variant, at, scratch);
        } catch (ConfigError | RuntimeError e) {
            throw new IOException("can't listen at " + at + ": " + e.getMessage(), e);
        }
    }

    @Override
    void received(Message message) throws FieldNotFound {
        if (message instanceof NewOrderSingle order) {
            long execution = desk.execute(
                    (long) order.getOrderQty().getValue(), order.getPrice().getValue());
            session.send(messages.filled(order, execution));
        }
    }

    @Override
    public InetSocketAddress address() {
        return (InetSocketAddress) acceptor.getEndpoints().iterator().next().getLocalAddress();
    }

    @Override
    public void close() {
        acceptor.stop(true);
    }
}
