package org.latencyprobes.demo.fix.engine.echo;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.latencyprobes.demo.fix.engine.Initiator;
import org.latencyprobes.demo.fix.engine.ReportListener;
import org.latencyprobes.demo.fix.engine.SessionWatch;
import org.latencyprobes.demo.fix.engine.tcp.Tcp;

/** The client. It sends orders on the caller's thread, and reads what comes back on one of its own. */
final class EchoInitiator implements Initiator {

    private final SocketChannel channel;
    private final SessionWatch watch;
    private final ByteBuffer order = EchoMessage.newBuffer();
    private final Thread reader = new Thread(this::read, "echo-client");

    EchoInitiator(SocketChannel channel, ReportListener reports, Duration silenceTimeout) {
        this.channel = channel;
        this.watch = new SessionWatch(reports, silenceTimeout, () -> Tcp.close(channel));
        reader.setDaemon(true);
        reader.start();
    }

    @Override
    public void send(long startNanos) {
        if (watch.isOver()) {
            return;
        }
        watch.sent();
        order.clear();
        EchoMessage.stamp(order, startNanos);
        try {
            EchoEngine.write(channel, order);
        } catch (IOException e) {
            watch.failed("the connection broke while sending", e);
        }
    }

    @Override
    public void close() {
        watch.close();
        Tcp.close(channel);
        Tcp.join(reader);
    }

    private void read() {
        ByteBuffer message = EchoMessage.newBuffer();
        try {
            while (!watch.isOver()) {
                EchoEngine.read(channel, message);
                long startNanos = EchoMessage.startNanos(message);
                if (startNanos < 0) {
                    watch.failed("garbage: what came is not the order that was sent");
                    return;
                }
                watch.received(startNanos);
            }
        } catch (IOException e) {
            watch.failed("the connection broke", e);
        }
    }
}
