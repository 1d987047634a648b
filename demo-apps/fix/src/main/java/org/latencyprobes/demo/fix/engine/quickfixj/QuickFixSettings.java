package org.latencyprobes.demo.fix.engine.quickfixj;

import static org.latencyprobes.demo.fix.engine.Initiator.LOGON_TIMEOUT_SECONDS;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URL;
import java.nio.file.Path;
import java.util.jar.JarInputStream;
import org.latencyprobes.demo.common.PublishedOrder;
import quickfix.Acceptor;
import quickfix.FileLogFactory;
import quickfix.FileStoreFactory;
import quickfix.FixVersions;
import quickfix.Initiator;
import quickfix.LogFactory;
import quickfix.MemoryStoreFactory;
import quickfix.MessageStoreFactory;
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

    static SessionSettings acceptor(QuickFixVariant variant, Path scratch) {
        SessionSettings settings = common(SERVER, variant, scratch);
        settings.setString(SERVER, SessionFactory.SETTING_CONNECTION_TYPE, "acceptor");
        settings.setString(SERVER, Acceptor.SETTING_SOCKET_ACCEPT_ADDRESS, "127.0.0.1");
        settings.setLong(SERVER, Acceptor.SETTING_SOCKET_ACCEPT_PORT, 0);
        return settings;
    }

    static SessionSettings initiator(InetSocketAddress server, QuickFixVariant variant, Path scratch) {
        SessionSettings settings = common(CLIENT, variant, scratch);
        settings.setString(CLIENT, SessionFactory.SETTING_CONNECTION_TYPE, "initiator");
        settings.setString(CLIENT, Initiator.SETTING_SOCKET_CONNECT_HOST, server.getHostString());
        settings.setLong(CLIENT, Initiator.SETTING_SOCKET_CONNECT_PORT, server.getPort());
        settings.setLong(CLIENT, Initiator.SETTING_RECONNECT_INTERVAL, RECONNECT_SECONDS);
        settings.setLong(CLIENT, Session.SETTING_HEARTBTINT, HEARTBEAT_SECONDS);
        return settings;
    }

    private static SessionSettings common(SessionID id, QuickFixVariant variant, Path scratch) {
        SessionSettings settings = new SessionSettings();
        settings.setString(id, Session.SETTING_START_TIME, "00:00:00");
        settings.setString(id, Session.SETTING_END_TIME, "00:00:00");
        settings.setBool(id, NetworkingOptions.SETTING_SOCKET_TCP_NODELAY, true);
        settings.setBool(id, NetworkingOptions.SETTING_SOCKET_SYNCHRONOUS_WRITES, false);
        settings.setBool(id, Session.SETTING_PERSIST_MESSAGES, variant.hasFileStore());
        settings.setBool(id, Session.SETTING_CHECK_LATENCY, false);
        settings.setBool(id, Session.SETTING_RESET_ON_LOGON, true);
        settings.setLong(id, Session.SETTING_LOGON_TIMEOUT, LOGON_TIMEOUT_SECONDS);
        settings.setBool(id, Session.SETTING_USE_DATA_DICTIONARY, variant.validates());
        settings.setBool(id, Session.SETTING_VALIDATE_INCOMING_MESSAGE, variant.validates());
        settings.setString(
                id,
                FileStoreFactory.SETTING_FILE_STORE_PATH,
                scratch.resolve("store").toString());
        settings.setString(
                id,
                FileLogFactory.SETTING_FILE_LOG_PATH,
                scratch.resolve("logs").toString());
        return settings;
    }

    static MessageStoreFactory store(QuickFixVariant variant, SessionSettings settings) {
        return variant.hasFileStore() ? new FileStoreFactory(settings) : new MemoryStoreFactory();
    }

    /** Files, or nothing. */
    static LogFactory log(QuickFixVariant variant, SessionSettings settings) {
        return variant.hasFileLog() ? new FileLogFactory(settings) : new NoLog();
    }

    /** The release that this JVM has loaded, by the manifest of its jar. */
    static String release() throws IOException {
        URL jar = Session.class.getProtectionDomain().getCodeSource().getLocation();
        try (JarInputStream in = new JarInputStream(jar.openStream())) {
            return in.getManifest().getMainAttributes().getValue("Bundle-Version");
        }
    }
}
