/** Artio, with and without validation, with and without Aeron's Archive as its store. */
package org.latencyprobes.demo.fix.engine.artio;
