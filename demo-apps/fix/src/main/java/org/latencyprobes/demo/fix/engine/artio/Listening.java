package org.latencyprobes.demo.fix.engine.artio;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.demo.fix.engine.Initiator;
import uk.co.real_logic.artio.engine.EngineConfiguration;
import uk.co.real_logic.artio.engine.framer.DefaultTcpChannelSupplier;
import uk.co.real_logic.artio.engine.framer.TcpChannelSupplier;

/** A signal that Artio's engine has begun to listen, which it does on its own thread once it has a library. */
final class Listening {

    private final CountDownLatch bound = new CountDownLatch(1);
    private volatile IOException failure;

    TcpChannelSupplier channels(EngineConfiguration configuration) {
        return new DefaultTcpChannelSupplier(configuration) {
            @Override
            public void bind() throws IOException {
                try {
                    super.bind();
                } catch (IOException e) {
                    failure = e;
                    throw e;
                } finally {
                    bound.countDown();
                }
            }
        };
    }

    void await() throws IOException {
        try {
            if (!bound.await(Initiator.LOGON_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException("Artio did not listen within " + Initiator.LOGON_TIMEOUT.toMillis() + " ms");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted before Artio listened", e);
        }
        if (failure != null) {
            throw new IOException("can't listen: " + failure.getMessage(), failure);
        }
    }
}
