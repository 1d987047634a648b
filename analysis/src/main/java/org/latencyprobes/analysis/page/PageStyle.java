package org.latencyprobes.analysis.page;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.latencyprobes.analysis.picture.Picture;

/** The look of a page, light, dark and printed, and the security policy that allows nothing else. */
final class PageStyle {

    static final String CSS =
            ":root{color-scheme:light dark;--text:#1b1f24;--ground:#fff;--faint:#57606a;--line:#d8dee4;--link:#0550ae}"
                    + "@media (prefers-color-scheme:dark)"
                    + "{:root{--text:#e6e8eb;--ground:#14171c;--faint:#9aa4b0;--line:#343b45;--link:#7cc0ff}}"
                    + "body{margin:0 auto;padding:1.5rem;max-width:60rem;background:var(--ground);color:var(--text);"
                    + "font:16px/1.5 system-ui,\"Segoe UI\",Roboto,\"DejaVu Sans\",sans-serif}"
                    + "h1{font-size:1.6rem;line-height:1.2;margin:0 0 .5rem}h2{font-size:1.2rem;margin:2rem 0 .5rem}"
                    + "a{color:var(--link)}nav ul{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;padding:0;list-style:none}"
                    + "dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem}dt{color:var(--faint)}"
                    + "dd{margin:0;overflow-wrap:anywhere}p{overflow-wrap:anywhere}"
                    + ".scroll{overflow-x:auto;margin:1rem 0}.scroll:focus-visible,a:focus-visible{outline:2px solid var(--link)}"
                    + "table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}"
                    + "caption{text-align:left;color:var(--faint);padding:.2rem 0}"
                    + "th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}"
                    + "th{font-weight:600}.left{text-align:left}.right{text-align:right}td.right,.short{white-space:nowrap}"
                    + "figure{margin:1rem 0}figcaption{color:var(--faint);font-size:.875rem}"
                    + "svg.picture{max-width:100%;height:auto}"
                    + "@media print{nav{display:none}body{max-width:none;padding:0}figure,tr{break-inside:avoid}"
                    + ".scroll{overflow:visible}}"
                    + Picture.css();

    private PageStyle() {}

    /** The policy: no script, no network, no style but this one. */
    static String securityPolicy() {
        return "default-src 'none'; style-src 'sha256-" + sha256(CSS) + "'; base-uri 'none'; form-action 'none'";
    }

    private static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
