package org.latencyprobes.demo.fix.engine.quickfixj;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.latencyprobes.demo.fix.engine.Initiator;
import org.latencyprobes.demo.fix.engine.ReportListener;
import quickfix.ConfigError;
import quickfix.DefaultMessageFactory;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketInitiator;
import quickfix.field.ClOrdID;
import quickfix.fix42.ExecutionReport;

/** The client. */
final class QuickFixInitiator extends QuietApplication implements Initiator {

    private final CountDownLatch logon = new CountDownLatch(1);
    private final QuickFixMessages messages;
    private final ReportListener reports;
    private final SocketInitiator initiator;
    private final Session session;
    private volatile boolean closed;

    QuickFixInitiator(QuickFixVariant variant, InetSocketAddress server, Path scratch, ReportListener reports)
            throws ConfigError {
        messages = new QuickFixMessages(variant.prepared());
        this.reports = reports;
        SessionSettings settings = QuickFixSettings.initiator(server, variant, scratch);
        initiator = new SocketInitiator(
                this,
                QuickFixSettings.store(variant, settings),
                settings,
                QuickFixSettings.log(variant, settings),
                new DefaultMessageFactory());
        watch(initiator);
        initiator.start();
        session = Session.lookupSession(QuickFixSettings.CLIENT);
    }

    QuickFixInitiator loggedOn() throws IOException {
        Initiator.await(logon);
        return this;
    }

    @Override
    public void send(long startNanos) {
        session.send(messages.order(startNanos));
    }

    @Override
    public void close() {
        closed = true;
        session.generateLogout();
        initiator.stop(true);
    }

    @Override
    public void onLogon(SessionID id) {
        logon.countDown();
    }

    @Override
    void received(Message message) throws FieldNotFound {
        if (message instanceof ExecutionReport report) {
            reports.received(Long.parseLong(report.getString(ClOrdID.FIELD)));
        }
    }

    @Override
    public void onLogout(SessionID id) {
        if (!closed) {
            reports.failed(new IOException("the session ended"));
        }
    }
}
