package org.latencyprobes.demo.fix.engine.artio;

import io.aeron.logbuffer.ControlledFragmentHandler.Action;
import org.agrona.DirectBuffer;
import org.latencyprobes.demo.fix.codecs.decoder.LogoutDecoder;
import uk.co.real_logic.artio.builder.Decoder;
import uk.co.real_logic.artio.library.OnMessageInfo;
import uk.co.real_logic.artio.library.SessionHandler;
import uk.co.real_logic.artio.messages.DisconnectReason;
import uk.co.real_logic.artio.session.Session;
import uk.co.real_logic.artio.util.MutableAsciiBuffer;

/** The session handler of both sides. Their library calls it on the thread that polls. */
abstract class ArtioHandler implements SessionHandler {

    private final boolean validating;
    private final MutableAsciiBuffer ascii = new MutableAsciiBuffer();
    private final LogoutDecoder logout = new LogoutDecoder();
    private int lastInSequence;

    ArtioHandler(boolean validating) {
        this.validating = validating;
    }

    /** A message that is in sequence. It can be {@link #decode}d. */
    abstract void received(Session session, long type, int offset, int length);

    /** The session can't go on. This is called for each message from then on. */
    abstract void broken(Session session, String reason);

    @Override
    public final Action onMessage(
            DirectBuffer buffer,
            int offset,
            int length,
            int libraryId,
            Session session,
            int sequenceIndex,
            long messageType,
            long timestampNanos,
            long position,
            OnMessageInfo info) {
        ascii.wrap(buffer);
        if (session.awaitingResend()) {
            broken(session, "sequence gap: messages from " + (lastInSequence + 1) + " on were lost or garbled");
            return Action.CONTINUE;
        }
        lastInSequence = session.lastReceivedMsgSeqNum();
        if (!info.isValid()) {
            broken(
                    session,
                    "an invalid message: " + ascii.getAscii(offset, length).replace('\u0001', '|'));
        } else if (messageType == LogoutDecoder.MESSAGE_TYPE) {
            logout.reset();
            logout.decode(ascii, offset, length);
            broken(session, "the other side logged out: " + (logout.hasText() ? logout.textAsString() : "-"));
        } else {
            receive(session, messageType, offset, length);
        }
        return Action.CONTINUE;
    }

    private void receive(Session session, long type, int offset, int length) {
        try {
            received(session, type, offset, length);
        } catch (RuntimeException e) {
            broken(session, "a message that can't be processed: " + e.getMessage());
        }
    }

    /**
     * Decodes, and validates if this side does.
     *
     * @return whether the message is as the dictionary has it
     */
    final boolean decode(Decoder decoder, int offset, int length) {
        decoder.reset();
        decoder.decode(ascii, offset, length);
        return !validating || decoder.validate();
    }

    @Override
    public final Action onDisconnect(int libraryId, Session session, DisconnectReason reason) {
        broken(session, "disconnected: " + reason);
        return Action.CONTINUE;
    }

    @Override
    public final void onTimeout(int libraryId, Session session) {
        broken(session, "Artio's engine did not hear of its library in time");
    }

    @Override
    public final void onSlowStatus(int libraryId, Session session, boolean hasBecomeSlow) {}

    @Override
    public void onSessionStart(Session session) {
        lastInSequence = 0;
    }
}
