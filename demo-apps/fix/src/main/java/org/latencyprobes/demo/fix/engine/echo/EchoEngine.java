package org.latencyprobes.demo.fix.engine.echo;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import org.latencyprobes.demo.common.PublishedOrder;
import org.latencyprobes.demo.common.TcpServer;
import org.latencyprobes.demo.common.Wire;
import org.latencyprobes.demo.fix.engine.Acceptor;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.Initiator;
import org.latencyprobes.demo.fix.engine.OrderDesk;
import org.latencyprobes.demo.fix.engine.ReportListener;
import org.latencyprobes.demo.fix.engine.Stage;

/** The engine that is TCP alone: the server sends each order's bytes back. It is the ceiling of all factors. */
public final class EchoEngine implements Engine {

    /** The name on the command line. */
    public static final String NAME = "echo";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "TCP echo";
    }

    @Override
    public List<Stage> stages() {
        return List.of(Stage.application(Stage.TOP));
    }

    @Override
    public Acceptor accept(Path scratch) throws IOException {
        OrderDesk desk = new OrderDesk();
        return new Acceptor.OfTcp(TcpServer.start(
                "echo-server",
                false,
                channel -> Wire.serve(channel, () -> desk.execute(PublishedOrder.QUANTITY, PublishedOrder.PRICE))));
    }

    @Override
    public Initiator connect(InetSocketAddress server, ReportListener reports, Path scratch) throws IOException {
        return new Client(Wire.connect(server, false), reports);
    }

    /** The client. It sends orders on the caller's thread, and reads what comes back on one of its own. */
    private static final class Client implements Initiator {

        private final SocketChannel channel;
        private final ReportListener reports;
        private final ByteBuffer order = Wire.order();
        private final Thread reader = new Thread(this::read, "echo-client");
        private volatile boolean closed;

        private Client(SocketChannel channel, ReportListener reports) {
            this.channel = channel;
            this.reports = reports;
            reader.setDaemon(true);
            reader.start();
        }

        @Override
        public void send(long startNanos) {
            Wire.stamp(order, startNanos);
            try {
                Wire.writeMessage(channel, order);
            } catch (IOException e) {
                reports.failed(e);
            }
        }

        @Override
        public void close() throws IOException {
            closed = true;
            channel.close();
            TcpServer.join(reader);
        }

        private void read() {
            ByteBuffer message = Wire.order();
            try {
                while (true) {
                    Wire.readMessage(channel, message);
                    reports.received(Wire.startNanos(message));
                }
            } catch (IOException e) {
                if (!closed) {
                    reports.failed(e);
                }
            }
        }
    }
}
