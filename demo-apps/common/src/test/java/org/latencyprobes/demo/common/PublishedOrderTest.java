package org.latencyprobes.demo.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PublishedOrderTest {

    private final String message = new String(PublishedOrder.bytes(), StandardCharsets.US_ASCII);

    @Test
    void isThePublishedOrder() {
        assertThat(message.replace('\u0001', '|'))
                .isEqualTo("8=FIX.4.2|9=211|35=D|34=3|49=MY-INITIATOR-SERVICE|52=20160229-09:04:14.459"
                        + "|56=MY-ACCEPTOR-SERVICE|1=ABCTEST1|11=863913604164909|21=3|22=5|38=1|40=2|44=200|48=LCOM1|54=1"
                        + "|55=LCOM1|59=0|60=20160229-09:04:14.459|167=FUT|200=201106|10=144|");
    }

    @Test
    void countsItsBodyFromAfterTheLengthToBeforeTheChecksum() {
        int body = message.indexOf("35=");
        int checksum = message.indexOf("10=144");

        assertThat(checksum - body).isEqualTo(211);
    }

    @Test
    void sumsAllBytesBeforeTheChecksum() {
        int sum = message.substring(0, message.indexOf("10=144")).chars().sum();

        assertThat(sum % 256).isEqualTo(144);
    }
}
