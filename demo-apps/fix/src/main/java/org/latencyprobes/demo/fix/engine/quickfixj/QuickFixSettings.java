package org.latencyprobes.demo.fix.engine.quickfixj;

import java.net.InetSocketAddress;
import org.latencyprobes.demo.fix.engine.PublishedOrder;
import quickfix.Acceptor;
import quickfix.FixVersions;
import quickfix.Initiator;
import quickfix.Session;
import quickfix.SessionFactory;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.mina.NetworkingOptions;

/** The settings of QuickFIX/J's two sides. */
final class QuickFixSettings {

    static final SessionID CLIENT =
            new SessionID(FixVersions.BEGINSTRING_FIX42, PublishedOrder.INITIATOR, PublishedOrder.ACCEPTOR);
    static final SessionID SERVER =
            new SessionID(FixVersions.BEGINSTRING_FIX42, PublishedOrder.ACCEPTOR, PublishedOrder.INITIATOR);

    private static final long HEARTBEAT_SECONDS = 30;

    /** Long enough that a session that broke stays broken. The first attempt is made at once in any case. */
    private static final long RECONNECT_SECONDS = 3_600;

    private QuickFixSettings() {}

    static SessionSettings acceptor(InetSocketAddress at, boolean validating) {
        SessionSettings settings = common(SERVER, validating);
        settings.setString(SERVER, SessionFactory.SETTING_CONNECTION_TYPE, "acceptor");
        settings.setString(
                SERVER, Acceptor.SETTING_SOCKET_ACCEPT_ADDRESS, at.getAddress().getHostAddress());
        settings.setLong(SERVER, Acceptor.SETTING_SOCKET_ACCEPT_PORT, at.getPort());
        return settings;
    }

    static SessionSettings initiator(InetSocketAddress server, boolean validating) {
        SessionSettings settings = common(CLIENT, validating);
        settings.setString(CLIENT, SessionFactory.SETTING_CONNECTION_TYPE, "initiator");
        settings.setString(CLIENT, Initiator.SETTING_SOCKET_CONNECT_HOST, server.getHostString());
        settings.setLong(CLIENT, Initiator.SETTING_SOCKET_CONNECT_PORT, server.getPort());
        settings.setLong(CLIENT, Initiator.SETTING_RECONNECT_INTERVAL, RECONNECT_SECONDS);
        settings.setLong(CLIENT, Session.SETTING_HEARTBTINT, HEARTBEAT_SECONDS);
        return settings;
    }

    private static SessionSettings common(SessionID id, boolean validating) {
        SessionSettings settings = new SessionSettings();
        settings.setString(id, Session.SETTING_START_TIME, "00:00:00");
        settings.setString(id, Session.SETTING_END_TIME, "00:00:00");
        settings.setBool(id, NetworkingOptions.SETTING_SOCKET_TCP_NODELAY, true);
        settings.setBool(id, NetworkingOptions.SETTING_SOCKET_SYNCHRONOUS_WRITES, false);
        settings.setBool(id, Session.SETTING_PERSIST_MESSAGES, false);
        settings.setBool(id, Session.SETTING_CHECK_LATENCY, false);
        settings.setBool(id, Session.SETTING_RESET_ON_LOGON, true);
        settings.setBool(id, Session.SETTING_USE_DATA_DICTIONARY, validating);
        settings.setBool(id, Session.SETTING_VALIDATE_INCOMING_MESSAGE, validating);
        return settings;
    }
}
