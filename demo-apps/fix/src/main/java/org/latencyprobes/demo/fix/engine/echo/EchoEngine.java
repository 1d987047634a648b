package org.latencyprobes.demo.fix.engine.echo;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.latencyprobes.demo.common.PublishedOrder;
import org.latencyprobes.demo.fix.engine.Acceptor;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.Initiator;
import org.latencyprobes.demo.fix.engine.OrderDesk;
import org.latencyprobes.demo.fix.engine.ReportListener;
import org.latencyprobes.demo.fix.engine.Stage;
import org.latencyprobes.demo.fix.engine.tcp.Tcp;
import org.latencyprobes.demo.fix.engine.tcp.TcpAcceptor;

/** The engine that is TCP alone: the server sends each order's bytes back. */
public final class EchoEngine implements Engine {

    private final boolean spinning;
    private final Duration silenceTimeout;

    private EchoEngine(boolean spinning, Duration silenceTimeout) {
        this.spinning = spinning;
        this.silenceTimeout = silenceTimeout;
    }

    /** All configurations of this engine. */
    public static List<Engine> all(Duration silenceTimeout) {
        return List.of(new EchoEngine(false, silenceTimeout), new EchoEngine(true, silenceTimeout));
    }

    @Override
    public boolean keepsItsCpu() {
        return spinning;
    }

    @Override
    public String name() {
        return spinning ? "echo-spinning" : "echo";
    }

    @Override
    public String title() {
        return spinning ? "TCP echo, spinning" : "TCP echo";
    }

    @Override
    public List<Stage> stages() {
        return List.of(new Stage("application", Stage.SERVER, OrderDesk.class.getName() + "#execute", Stage.TOP, 1));
    }

    @Override
    public Acceptor accept(InetSocketAddress at, Path scratch) throws IOException {
        return TcpAcceptor.start(at, name(), spinning, EchoEngine::serve);
    }

    @Override
    public Initiator connect(InetSocketAddress server, ReportListener reports, Path scratch) throws IOException {
        return new EchoInitiator(Tcp.connect(server, spinning), reports, silenceTimeout);
    }

    private static void serve(SocketChannel channel, OrderDesk desk) throws IOException {
        ByteBuffer message = EchoMessage.newBuffer();
        while (true) {
            read(channel, message);
            desk.execute(PublishedOrder.QUANTITY, PublishedOrder.PRICE);
            write(channel, message);
        }
    }

    /** Reads one whole message and leaves the buffer ready to be written. */
    static void read(SocketChannel channel, ByteBuffer message) throws IOException {
        message.clear();
        int idle = 0;
        while (message.hasRemaining()) {
            int bytes = channel.read(message);
            if (bytes < 0) {
                throw new EOFException("the other side closed the connection");
            }
            if (bytes == 0) {
                Tcp.idle(++idle);
            }
        }
        message.flip();
    }

    static void write(SocketChannel channel, ByteBuffer message) throws IOException {
        int idle = 0;
        while (message.hasRemaining()) {
            if (channel.write(message) == 0) {
                Tcp.idle(++idle);
            }
        }
    }
}
