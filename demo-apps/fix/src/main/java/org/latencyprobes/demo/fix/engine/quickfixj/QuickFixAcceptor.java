package org.latencyprobes.demo.fix.engine.quickfixj;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.latencyprobes.demo.fix.engine.Acceptor;
import org.latencyprobes.demo.fix.engine.OrderDesk;
import quickfix.ConfigError;
import quickfix.DefaultMessageFactory;
import quickfix.FieldNotFound;
import quickfix.Message;
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

    QuickFixAcceptor(QuickFixVariant variant, Path scratch) throws ConfigError {
        messages = new QuickFixMessages(variant.prepared());
        SessionSettings settings = QuickFixSettings.acceptor(variant, scratch);
        acceptor = new SocketAcceptor(
                this,
                QuickFixSettings.store(variant, settings),
                settings,
                QuickFixSettings.log(variant, settings),
                new DefaultMessageFactory());
        watch(acceptor);
        acceptor.start();
        session = Session.lookupSession(QuickFixSettings.SERVER);
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
