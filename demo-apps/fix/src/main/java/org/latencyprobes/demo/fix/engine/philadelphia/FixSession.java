package org.latencyprobes.demo.fix.engine.philadelphia;

import com.paritytrading.philadelphia.FIXConfig;
import com.paritytrading.philadelphia.FIXConnection;
import com.paritytrading.philadelphia.FIXMessage;
import com.paritytrading.philadelphia.FIXMessageListener;
import com.paritytrading.philadelphia.FIXValue;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import org.latencyprobes.demo.fix.codecs.Constants;
import org.latencyprobes.demo.fix.engine.tcp.Tcp;

/**
 * One side of a session. Philadelphia's own session handling sends from the receiving thread, which its rules allow only under a lock. So
 * this class handles sequence numbers, which end the session if they do not match, and the session's own messages.
 *
 * <p>One thread receives; any may send, one at a time ({@link #send}). There are no heartbeats: both sides agree on an interval of 0, and
 * silence is watched from outside.
 */
abstract class FixSession implements FIXMessageListener {

    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int LONGEST_FIELD_BYTES = 256;

    final FIXConnection connection;

    private final FIXMessage heartbeat;

    FixSession(SocketChannel channel, String self, String other) {
        connection = new FIXConnection(channel, config(self, other), this, System.currentTimeMillis());
        heartbeat = connection.create();
    }

    /** The other side has logged on. */
    abstract void loggedOn() throws IOException;

    /** A message of the application came. */
    abstract void received(char type, FIXMessage message) throws IOException;

    /** Receives until the session ends, and throws an exception that says how. */
    final void receive() throws IOException {
        int idle = 0;
        while (true) {
            int bytes = connection.receive();
            if (bytes < 0) {
                throw new EOFException("the other side closed the connection");
            }
            if (bytes == 0) {
                Tcp.idle(++idle);
            } else {
                idle = 0;
            }
        }
    }

    @Override
    public final void message(FIXMessage message) throws IOException {
        FIXValue typeValue = message.getMsgType();
        char type = typeValue == null || typeValue.length() != 1 ? 0 : typeValue.asChar();
        long expected = connection.getInMsgSeqNum();
        if (type != Constants.LOGOUT_MESSAGE && message.getMsgSeqNum() != expected) {
            throw new IOException("sequence gap: message " + message.getMsgSeqNum() + " came where " + expected
                    + " was expected; what is missing was lost or garbled");
        }
        connection.incrementInMsgSeqNum();
        switch (type) {
            case (char) Constants.HEARTBEAT_MESSAGE -> {}
            case (char) Constants.LOGON_MESSAGE -> loggedOn();
            case (char) Constants.TEST_REQUEST_MESSAGE -> answer(message);
            case (char) Constants.LOGOUT_MESSAGE ->
                throw new EOFException("the other side logged out: " + text(message, Constants.TEXT));
            case (char) Constants.RESEND_REQUEST_MESSAGE ->
                throw new IOException("sequence gap: the other side misses messages from "
                        + text(message, Constants.BEGIN_SEQ_NO) + " on");
            case (char) Constants.REJECT_MESSAGE ->
                throw new IOException("the other side rejected a message: " + text(message, Constants.TEXT));
            case (char) Constants.SEQUENCE_RESET_MESSAGE ->
                throw new IOException("the other side reset its sequence numbers");
            default -> received(type, message);
        }
    }

    private void answer(FIXMessage testRequest) throws IOException {
        synchronized (connection) {
            connection.setCurrentTimeMillis(System.currentTimeMillis());
            connection.prepare(heartbeat, (char) Constants.HEARTBEAT_MESSAGE);
            heartbeat.addField(Constants.TEST_REQ_ID).setString(text(testRequest, Constants.TEST_REQ_ID));
            connection.send(heartbeat);
        }
    }

    static FIXValue value(FIXMessage message, int tag) throws IOException {
        FIXValue value = message.valueOf(tag);
        if (value == null) {
            throw new IOException("a message without field " + tag);
        }
        return value;
    }

    private static String text(FIXMessage message, int tag) {
        FIXValue value = message.valueOf(tag);
        return value == null ? "-" : value.toString();
    }

    private static FIXConfig config(String self, String other) {
        return FIXConfig.newBuilder()
                .setSenderCompID(self)
                .setTargetCompID(other)
                .setHeartBtInt(0)
                .setFieldCapacity(LONGEST_FIELD_BYTES)
                .setRxBufferCapacity(BUFFER_BYTES)
                .setTxBufferCapacity(BUFFER_BYTES)
                .build();
    }
}
