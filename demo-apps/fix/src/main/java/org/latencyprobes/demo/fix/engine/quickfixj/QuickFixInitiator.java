package org.latencyprobes.demo.fix.engine.quickfixj;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.latencyprobes.demo.fix.engine.Initiator;
import org.latencyprobes.demo.fix.engine.ReportListener;
import org.latencyprobes.demo.fix.engine.SessionWatch;
import quickfix.ConfigError;
import quickfix.DefaultMessageFactory;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketInitiator;
import quickfix.field.BeginSeqNo;
import quickfix.field.ClOrdID;
import quickfix.field.MsgType;
import quickfix.field.Text;
import quickfix.fix42.ExecutionReport;

/** The client. A gap counts as a failure, although QuickFIX/J would ask for the lost messages: the orders in it are never answered. */
final class QuickFixInitiator extends QuietApplication implements Initiator {

    private final CompletableFuture<Void> logon = new CompletableFuture<>();
    private final EventLog log = new EventLog(this::trouble);
    private final QuickFixMessages messages;
    private final SessionWatch watch;
    private final SocketInitiator initiator;
    private Session session;

    private QuickFixInitiator(
            QuickFixVariant variant, SessionSettings settings, ReportListener reports, Duration silenceTimeout)
            throws ConfigError {
        messages = new QuickFixMessages(variant.prepared());
        watch = new SessionWatch(reports, silenceTimeout, () -> {});
        initiator = new SocketInitiator(
                this,
                QuickFixSettings.store(variant, settings),
                settings,
                QuickFixSettings.log(variant, settings, log),
                new DefaultMessageFactory());
    }

    static QuickFixInitiator connect(
            QuickFixVariant variant,
            InetSocketAddress server,
            Path scratch,
            ReportListener reports,
            Duration silenceTimeout)
            throws IOException {
        try {
            QuickFixInitiator client = new QuickFixInitiator(
                    variant, QuickFixSettings.initiator(server, variant, scratch), reports, silenceTimeout);
            client.logOn(server);
            return client;
        } catch (ConfigError e) {
            throw new IOException("QuickFIX/J does not start: " + e.getMessage(), e);
        }
    }

    private void logOn(InetSocketAddress server) throws IOException, ConfigError {
        try {
            watch(initiator);
            initiator.start();
            session = Session.lookupSession(QuickFixSettings.CLIENT);
            logon.get(LOGON_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            close();
            throw new IOException(
                    "no connection to " + server + ": " + e.getCause().getMessage(), e.getCause());
        } catch (TimeoutException e) {
            close();
            throw new IOException(
                    "no logon from " + server + " within " + LOGON_TIMEOUT.toMillis() + " ms; QuickFIX/J said last: "
                            + log.lastEvent(),
                    e);
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while logging on to " + server, e);
        }
    }

    @Override
    public void send(long startNanos) {
        if (!watch.isOver()) {
            watch.sent();
            session.send(messages.order(startNanos));
        }
    }

    @Override
    public void close() {
        watch.close();
        if (session != null) {
            session.generateLogout();
        }
        initiator.stop(true);
    }

    @Override
    public void onLogon(SessionID id) {
        logon.complete(null);
    }

    @Override
    void received(Message message) throws FieldNotFound {
        if (message instanceof ExecutionReport report) {
            watch.received(Long.parseLong(report.getString(ClOrdID.FIELD)));
        } else {
            watch.failed("the server answered with something else: " + message);
        }
    }

    @Override
    void receivedAdmin(Message message) throws FieldNotFound {
        switch (message.getHeader().getString(MsgType.FIELD)) {
            case MsgType.RESEND_REQUEST ->
                watch.failed(
                        "sequence gap: the server misses messages from " + message.getString(BeginSeqNo.FIELD) + " on");
            case MsgType.REJECT -> watch.failed("the server rejected a message: " + textOf(message));
            case MsgType.LOGOUT -> watch.failed("the server logged out: " + textOf(message));
            default -> {}
        }
    }

    @Override
    public void toAdmin(Message message, SessionID id) {
        if (message instanceof quickfix.fix42.ResendRequest request && request.isSetField(BeginSeqNo.FIELD)) {
            watch.failed("sequence gap: messages of the server's from " + beginOf(request) + " on are missing");
        }
    }

    @Override
    public void onLogout(SessionID id) {
        watch.failed("the session ended: " + log.lastEvent());
    }

    private void trouble(String text) {
        if (!logon.completeExceptionally(new IOException(text)) && !logon.isCompletedExceptionally()) {
            watch.failed("QuickFIX/J: " + text.replace('\u0001', '|'));
        }
    }

    private static String beginOf(Message request) {
        try {
            return request.getString(BeginSeqNo.FIELD);
        } catch (FieldNotFound e) {
            throw new IllegalStateException(e);
        }
    }

    private static String textOf(Message message) throws FieldNotFound {
        return message.isSetField(Text.FIELD) ? message.getString(Text.FIELD) : "without a reason";
    }
}
