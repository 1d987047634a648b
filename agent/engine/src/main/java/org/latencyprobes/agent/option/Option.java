package org.latencyprobes.agent.option;

import java.util.Locale;
import org.latencyprobes.agent.base.Mode;

/** An option of the agent: its key, default, what is allowed, and what it does. {@code docs/options.md} is made from this list. */
public enum Option {
    /** A properties file with more options. */
    CONFIG(
            "config",
            "none",
            "none, or a readable properties file, or a folder of such",
            "reads more options from this file, or from all *.properties of this folder in the order of their names, of which the last wins"),
    /** Patterns of methods to probe. */
    PROBES(
            "probes",
            "none",
            "none, or patterns separated by semicolons",
            "methods to probe besides those marked @Probe"),
    /** Patterns of methods that are never probed. */
    EXCLUDE(
            "exclude",
            "none",
            "none, or patterns separated by semicolons",
            "methods that are never probed, whatever else says so"),
    /** Foreign annotations. */
    ANNOTATIONS(
            "annotations",
            "none",
            "none, or names separated by semicolons or blanks: micrometer, otel, datadog, dropwizard, microprofile, spring,"
                    + " jaxrs, or the full name of an annotation", // a literal: the sets would be made at each start
            "other annotations that make a method a probe"),
    /** How many methods one pattern may match. */
    LIMIT(
            "limit",
            "1000",
            "a number from 1 to 1000000",
            "how many methods one pattern may match; those beyond are refused"),
    /** Whether compiled code may go. */
    DEOPTIMISE(
            "deoptimise",
            "ask",
            "ask, allow or refuse",
            "whether a loaded class is woven where the JVM would discard all its compiled code for it, after an attach before JDK 23;"
                    + " ask: commands ask on a terminal, and elsewhere want --yes"),
    /** Where the report at exit goes. */
    REPORT(
            "report",
            "stderr",
            "stderr, stdout, off, or a file",
            "where the report of all probes goes when the JVM exits; a file is begun anew"),
    /** Period of the interval reports. */
    INTERVAL(
            "interval",
            "off",
            "off, or a duration from 100ms",
            "prints what came since the last time, to the same place as the report"),
    /** The histogram log. */
    HLOG(
            "hlog",
            "off",
            "off, a directory, or a file ending in .hlog",
            "writes HdrHistogram logs; in a directory the file is latency-probes.hlog"),
    /** Period of the histogram log. */
    HLOG_INTERVAL("hlog.interval", "1s", "a duration from 100ms", "how much time one line of the histogram log covers"),
    /** Rotation size of the histogram log. */
    HLOG_SIZE("hlog.size", "64m", "a size from 64k", "from this size on the log file is renamed and a new one begun"),
    /** Old histogram logs. */
    HLOG_FILES("hlog.files", "9", "a number from 0 to 999", "how many renamed log files are kept"),
    /** The jitter sampler. */
    JITTER(
            "jitter",
            "hiccup",
            "hiccup, os or off",
            "hiccup: a thread that sleeps 1 ms at a time and records by how much it overslept; os: a thread that spins on "
                    + "the clock and records gaps, which takes a whole core (benchmark rigs)"),
    /** Threshold of the spinning sampler. */
    JITTER_THRESHOLD("jitter.threshold", "1us", "a duration from 100ns", "with jitter=os: the shortest gap recorded"),
    /** CPU of the spinning sampler. */
    JITTER_CPU("jitter.cpu", "any", "any, or a CPU number", "with jitter=os: the CPU the sampler is pinned to (Linux)"),
    /** Sleeps of the sampler while nobody calls probes. */
    JITTER_IDLE(
            "jitter.idle",
            "10ms",
            "a duration from 1ms to 100ms",
            "with jitter=hiccup: how long the thread sleeps at a time where no probe was called for a second; with 1ms it always "
                    + "sleeps as long as with calls"),
    /** Stalls and their kinds. */
    STALLS(
            "stalls",
            "on",
            "on or off",
            "with jitter=hiccup: tells when the JVM stood still, why, and what threads do in slow calls: without it most causes are unknown"),
    /** Slow calls. */
    SLOW(
            "slow",
            "auto",
            "auto, off, or a duration from 1us",
            "which calls are kept one by one, with their time and thread; auto: those from about their probe's p99 on"),
    /** Stacks of slow calls. */
    SLOW_STACKS("slow.stacks", "on", "on or off", "captures stacks of slow calls in flight"),
    /** Trace ids of slow calls. */
    SLOW_TRACE("slow.trace", "auto", "auto, off, or a key of the MDC", "where trace ids come from"),
    /** What slow calls waited for. */
    CAUSES(
            "causes",
            "standard",
            "standard or deep",
            "deep: Flight Recorder stays on for what slow calls waited for, and why --past explains those of the last minutes"),
    /** The memory cap. */
    MEMORY(
            "memory",
            "auto",
            "auto, or a size from 1m",
            "how much the counters of all probes may take; auto is 64m, or an eighth of the maximal heap if that is less; "
                    + "beyond it new probes record nothing"),
    /** The probes' mode at the start. */
    MODE(
            "mode",
            "on",
            Mode.ALLOWED,
            "on: every call of a probe is timed; sampled(1/n): every call is counted, and a random one of n is timed; counted: "
                    + "every call is counted, none timed; off: nothing is, at next to no cost"),
    /** Self times. */
    SELF(
            "self",
            "off",
            "on, off, or names of probes separated by semicolons, with * for any characters",
            "on, or for the probes named: records the self time of each call, too: its duration without the probed calls inside; "
                    + "takes as much memory again"),
    /** What measuring may cost. */
    BUDGET(
            "budget",
            "off",
            "off, or a share of one core such as 1% or 0.5%, up to 100%",
            "what measuring may cost; beyond it probes are sampled, then counted, then off, costliest first, and back"),
    /** What measuring a call may cost. */
    BUDGET_OWN(
            "budget.own",
            "off",
            "off, or a share of the time of a probe's calls such as 5% or 0.5%, up to 100%",
            "what measuring a call may cost; a probe beyond it is sampled, then counted, then off, and back"),
    /** Probes that the budget leaves alone. */
    BUDGET_PINNED(
            "budget.pinned",
            "none",
            "none, or names of probes separated by semicolons, with * for any characters",
            "probes that keep their mode whatever they cost; what they cost counts"),
    /** The clock that calls are timed by. */
    CLOCK(
            "clock",
            "auto",
            "auto, tsc, rdtsc or nanotime",
            "what calls are timed by; auto: the processor's time-stamp counter, as Flight Recorder reads it, where it passes its check"),
    /** Programs that are no applications. */
    TOOLS(
            "tools",
            "off",
            "on or off",
            "on: the agent also starts in the JDK's tools such as keytool and javac, in Maven, Gradle and its own command line; "
                    + "not read from config"),
    /** What the application may set up first. */
    STARTUP(
            "startup",
            "10s",
            "0s, or a duration",
            "for so long after the start of the JVM the agent leaves alone what an application may configure in its main, such as "
                    + "logging and the platform's MBean server: it opens no backend but a plain prometheus.port, no socket for"
                    + " commands, and begins no recording"),
    /** The scrape endpoint's port. */
    PROMETHEUS_PORT(
            "prometheus.port", "off", "off, or a port; 0 is any that is free", "Prometheus can scrape /metrics there"),
    /** The scrape endpoint's address. */
    PROMETHEUS_HOST(
            "prometheus.host", "127.0.0.1", "a host name or address of this machine", "where that port is open"),
    /** A token for scraping. */
    PROMETHEUS_TOKEN("prometheus.token", "none", "none, or a text", "who scrapes has to send it as a bearer token"),
    /** A user for scraping. */
    PROMETHEUS_USER(
            "prometheus.user",
            "none",
            "none, or a name; needs prometheus.password",
            "who scrapes has to send it by basic authentication"),
    /** The password of that user. */
    PROMETHEUS_PASSWORD(
            "prometheus.password", "none", "none, or a text; needs prometheus.user", "the password of that user"),
    /** The key of the scrape endpoint. */
    PROMETHEUS_TLS(
            "prometheus.tls",
            "none",
            "none, or the file of a key store, PKCS12 or JKS",
            "scrapes are by HTTPS, with the key and certificates in there; read anew when it changes"),
    /** The password of that key store. */
    PROMETHEUS_TLS_PASSWORD(
            "prometheus.tls.password",
            "none",
            "none, or a text; needs prometheus.tls",
            "the password of that key store and its key"),
    /** Where OTLP goes. */
    OTLP_URL(
            "otlp.url",
            "off",
            "off, or an http or https URL; without a path /v1/metrics is meant",
            "sends exponential histograms there, by OTLP over HTTP"),
    /** Where StatsD is. */
    STATSD_HOST("statsd.host", "off", "off, or a host name or address", "sends StatsD lines there"),
    /** StatsD's port. */
    STATSD_PORT("statsd.port", "8125", "a port", "the port of statsd.host"),
    /** MBeans. */
    JMX("jmx", "off", "on or off", "shows probes as MBeans in the domain metrics"),
    /** Other registries of Micrometer. */
    BACKENDS(
            "backends",
            "none",
            "none, or names of Micrometer registries separated by semicolons",
            "publishes through these registries, such as influx, graphite or datadog"),
    /** Where their jars are. */
    BACKENDS_FOLDER(
            "backends.folder",
            "none",
            "none, or a folder",
            "the folder of their jars, one folder for each name in it; made by the command backend fetch"),
    /** The application's own registry. */
    REGISTRY(
            "registry",
            "off",
            "global or off",
            "global: publishes into the application's own Metrics.globalRegistry, whichever class loader has it"),
    /** Percentiles for backends without histograms. */
    PERCENTILES(
            "percentiles",
            "auto",
            "auto, or numbers above 0 and up to 1 separated by semicolons",
            "which percentiles backends without histograms are given; auto is 0.5;0.9;0.99;0.999"),
    /** Coarse buckets. */
    BUCKETS(
            "buckets",
            "auto",
            "auto, or durations separated by semicolons",
            "upper bounds of the classic, coarse buckets"),
    /** Thresholds. */
    SLO("slo", "none", "none, or durations separated by semicolons", "counts the calls that took longer, for backends"),
    /** Tags for all that is published. */
    TAGS(
            "tags",
            "none",
            "none, or name=value pairs separated by semicolons",
            "tags for all that is published to backends; {host} and {pid} in a value are filled in"),
    /** What to do about a bad option. */
    ON_ERROR(
            "onError",
            "continue",
            "continue or exit",
            "what to do when an option is wrong: continue without probes, or end the JVM with exit code 1");

    private final String key;
    private final String standard;
    private final String allowed;
    private final String meaning;

    Option(String key, String standard, String allowed, String meaning) {
        this.key = key;
        this.standard = standard;
        this.allowed = allowed;
        this.meaning = meaning;
    }

    /**
     * The option's name.
     *
     * @return as written in the agent argument and the properties file
     */
    public String key() {
        return key;
    }

    /**
     * The option's value where none is given.
     *
     * @return as a user would write it
     */
    public String standard() {
        return standard;
    }

    /** {@return which values it takes, in words} */
    public String allowed() {
        return allowed;
    }

    /** {@return what it does, in words} */
    public String meaning() {
        return meaning;
    }

    /**
     * Whether it is of backends.
     *
     * @return true for all that has an effect only where something is published
     */
    public boolean isOfBackends() {
        return compareTo(PROMETHEUS_PORT) >= 0 && compareTo(TAGS) <= 0;
    }

    /**
     * The option's name as a system property.
     *
     * @return {@code latencyprobes.<key>}
     */
    public String property() {
        return "latencyprobes." + key;
    }

    /**
     * The option's name as an environment variable.
     *
     * @return {@code LATENCYPROBES_<KEY>}
     */
    public String variable() {
        return "LATENCYPROBES_" + key.replace('.', '_').toUpperCase(Locale.ROOT);
    }
}
