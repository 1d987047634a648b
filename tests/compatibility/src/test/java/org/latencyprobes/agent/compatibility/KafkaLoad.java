package org.latencyprobes.agent.compatibility;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;

/**
 * Producers and a consumer: every record is acknowledged and read. The topic is there before them: the sequence numbers of requests sent
 * before it is may get out of order on a busy machine, and then a producer resends for ever, with an agent or without.
 */
final class KafkaLoad {

    private static final String TOPIC = "load";
    private static final int PARTITIONS = 3;
    private static final byte[] PAYLOAD = new byte[100];
    private static final Duration LONGEST_POLL = Duration.ofMillis(100);
    private static final Duration LONGEST_CONSUMPTION = Duration.ofMinutes(10);

    /** Controller and broker weave thousands of classes as they start: on a busy machine Kafka's own timeouts are too short. */
    private static final int LONGEST_MILLIS = 300_000;

    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final String broker;

    KafkaLoad(String broker) {
        this.broker = broker;
    }

    void run(int producers, int recordsEach) throws InterruptedException {
        createTopic();
        List<Thread> threads = new ArrayList<>();
        for (int producer = 0; producer < producers; producer++) {
            Thread thread = new Thread(() -> produce(recordsEach), "producer " + producer);
            thread.setDaemon(true);
            thread.setUncaughtExceptionHandler((failed, thrown) -> failures.add(thrown));
            thread.start();
            threads.add(thread);
        }
        consume((long) producers * recordsEach);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** Waits until the broker leads each partition: it knows of them before that, and would refuse what is sent to them. */
    private void createTopic() throws InterruptedException {
        Map<String, Object> settings = Map.of("bootstrap.servers", broker, "default.api.timeout.ms", LONGEST_MILLIS);
        try (Admin admin = Admin.create(settings)) {
            admin.createTopics(List.of(new NewTopic(TOPIC, PARTITIONS, (short) 1)))
                    .all()
                    .get();
            Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
            for (int partition = 0; partition < PARTITIONS; partition++) {
                ends.put(new TopicPartition(TOPIC, partition), OffsetSpec.latest());
            }
            Awaitility.await("leader of each partition")
                    .atMost(LONGEST_CONSUMPTION)
                    .ignoreExceptionsInstanceOf(ExecutionException.class) // while the broker has not heard of the topic
                    .until(() -> admin.listOffsets(ends).all().get().size() == PARTITIONS);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private void produce(int records) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                broker,
                "acks",
                "all",
                "batch.size",
                1_024,
                "max.block.ms",
                LONGEST_MILLIS,
                "delivery.timeout.ms",
                LONGEST_MILLIS);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int record = 0; record < records; record++) {
                sent.add(producer.send(new ProducerRecord<>(TOPIC, PAYLOAD)));
            }
            for (Future<RecordMetadata> acknowledged : sent) {
                acknowledged.get();
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private void consume(long records) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                broker,
                "group.id",
                "load",
                "auto.offset.reset",
                "earliest",
                "session.timeout.ms",
                LONGEST_MILLIS,
                "max.poll.interval.ms",
                LONGEST_MILLIS);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(TOPIC));
            long read = 0;
            long endNanos = System.nanoTime() + LONGEST_CONSUMPTION.toNanos();
            while (read < records && failures.isEmpty() && System.nanoTime() < endNanos) {
                read += consumer.poll(LONGEST_POLL).count();
            }
            if (!failures.isEmpty()) {
                throw new IllegalStateException("a producer failed", failures.get(0));
            }
            if (read != records) {
                throw new IllegalStateException("consumed " + read + " of " + records + " records; positions "
                        + consumer.assignment().stream()
                                .collect(Collectors.toMap(partition -> partition, consumer::position))
                        + ", ends " + consumer.endOffsets(consumer.assignment()));
            }
        }
    }
}
