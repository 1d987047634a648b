/** Patterns of methods: their grammar, and what they match by name. {@code docs/patterns.md} has the grammar. */
package org.latencyprobes.agent.pattern;
