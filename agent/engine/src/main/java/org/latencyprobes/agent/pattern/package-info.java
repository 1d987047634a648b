/** Patterns of methods: their grammar, and what they match by name. {@code docs/select.md} has the grammar. */
package org.latencyprobes.agent.pattern;
