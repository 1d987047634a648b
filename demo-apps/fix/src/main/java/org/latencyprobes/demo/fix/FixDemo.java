package org.latencyprobes.demo.fix;

final class FixDemo {}
