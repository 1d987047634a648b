package org.latencyprobes.exporters.scrape;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.latencyprobes.agent.backend.ExporterState;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.option.BackendSpec;

/** The server's side of TLS, with the key of a key store. The file is read anew when it has changed, so that keys can be renewed. Thread-safe. */
final class ScrapeTls {

    private static final String NONE = "none";

    private final Path store;
    private final char[] password;
    private final ExporterState state;
    private FileTime read;
    private SSLContext context;

    private ScrapeTls(Path store, char[] password, ExporterState state) throws IOException {
        this.store = store;
        this.password = password;
        this.state = state;
        readAnew(Files.getLastModifiedTime(store));
    }

    /** Null where none is asked for. */
    static ScrapeTls of(BackendSpec spec, ExporterState state) throws IOException {
        String store = spec.setting("prometheus.tls");
        String password = spec.setting("prometheus.tls.password");
        return store.equals(NONE)
                ? null
                : new ScrapeTls(Path.of(store), password.equals(NONE) ? new char[0] : password.toCharArray(), state);
    }

    private void readAnew(FileTime changed) throws IOException {
        read = changed;
        try {
            KeyStore keys = KeyStore.getInstance(store.toFile(), password); // of any type
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(keys, password);
            SSLContext next = SSLContext.getInstance("TLS");
            next.init(managers.getKeyManagers(), null, null);
            context = next;
        } catch (GeneralSecurityException | IOException e) {
            throw new IOException(store + ": " + e.getMessage(), e);
        }
    }

    private synchronized SSLContext context() {
        try {
            FileTime changed = Files.getLastModifiedTime(store);
            if (!changed.equals(read)) {
                readAnew(changed);
            }
        } catch (IOException e) {
            state.noted("goes on with the keys that it has: " + Log.describe(e));
        }
        return context;
    }

    /** TLS over a socket, which closes with it. The handshake comes with the first byte that is read. */
    Socket over(Socket plain) throws IOException {
        SSLSocket socket = (SSLSocket) context().getSocketFactory().createSocket(plain, null, plain.getPort(), true);
        socket.setUseClientMode(false);
        return socket;
    }
}
