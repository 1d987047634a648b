package org.latencyprobes.analysis.page;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.latencyprobes.analysis.picture.Picture;

/** The look of a page, light, dark and printed, and the security policy that allows nothing but this look and the page's own script. */
final class PageStyle {

    /**
     * On paper nothing can be clicked or scrolled: what does is left out, all rows and folded texts are there, and lines are broken instead
     * of cut.
     */
    private static final String PRINT = "@media print{:root{color-scheme:light}@page{margin:12mm}"
            + "nav,.tools,.hint,.tip,[role=status],.switches input,.switches label:has(input:not(:checked)){display:none}"
            + "tr[hidden]{display:table-row!important}.switches label[hidden]:has(:checked){display:flex!important}"
            + "details::details-content{content-visibility:visible;block-size:auto}summary{list-style:none}"
            + "body{max-width:none;padding:0;font-size:11px}p,figcaption{max-width:none}h2{margin-top:1.4rem}"
            + "figure,svg,thead,tr,.switches label{break-inside:avoid}h2,h3,caption,thead,summary{break-after:avoid}"
            + ".scroll,.switches{overflow:visible;max-height:none}svg.picture{max-width:34rem}"
            + "table,th button{font-size:8.5px}th,td{padding:.1rem .25rem}thead th{white-space:normal}"
            + "tbody th{position:static}th.long,td.long{min-width:6rem}th button{display:contents}th button::after{display:none}"
            + "figcaption,.switches{font-size:10px}pre{font-size:7px;white-space:pre-wrap;overflow-wrap:anywhere}}";

    static final String CSS =
            ":root{color-scheme:light dark;--text:#1b1f24;--ground:#fff;--faint:#57606a;--line:#d8dee4;--link:#0550ae;"
                    + "--raised:#f3f5f7;--edge:#7d858e}"
                    + "@media screen and (prefers-color-scheme:dark)"
                    + "{:root{--text:#e6e8eb;--ground:#14171c;--faint:#9aa4b0;--line:#343b45;--link:#7cc0ff;"
                    + "--raised:#22272f;--edge:#7d8793}}"
                    + "body{margin:0 auto;padding:1.5rem;max-width:76rem;background:var(--ground);color:var(--text);"
                    + "font:16px/1.5 system-ui,\"Segoe UI\",Roboto,\"DejaVu Sans\",sans-serif}"
                    + "h1{font-size:1.6rem;line-height:1.2;margin:0 0 .5rem;overflow-wrap:anywhere}"
                    + "h2{font-size:1.2rem;margin:2.2rem 0 .5rem;padding-top:.6rem;border-top:1px solid var(--line)}"
                    + "h3{font-size:1rem;margin:1.5rem 0 .3rem}h2,h3{overflow-wrap:anywhere}"
                    + "a{color:var(--link)}nav ul{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;padding:0;list-style:none}"
                    + "dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.1rem 1rem}dt{color:var(--faint)}"
                    + "dd{margin:0;overflow-wrap:anywhere}p{overflow-wrap:anywhere;max-width:46rem}"
                    + ".scroll{overflow-x:auto;margin:1rem 0}figure .scroll{margin:0}"
                    + ":focus-visible{outline:2px solid var(--link);outline-offset:1px}"
                    + "table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}"
                    + "caption{text-align:left;color:var(--faint);padding:.2rem 0}"
                    + "th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line);vertical-align:top;"
                    + "text-align:right;white-space:nowrap}"
                    + "th{font-weight:600}th.left,td.left{text-align:left}"
                    + "tbody th{position:sticky;left:0;background:var(--ground)}"
                    + "th.long,td.long{white-space:normal;overflow-wrap:anywhere;min-width:14rem}"
                    + "tbody tr:hover{background:var(--raised)}"
                    + "figure{margin:1rem 0}figcaption{color:var(--faint);font-size:.875rem;max-width:46rem}"
                    + "svg.picture{max-width:100%;height:auto}"
                    + "body:has(.beside){max-width:96rem}.answer{font-size:1.35rem;line-height:1.35;max-width:none}"
                    + ".beside{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,33rem),1fr));gap:0 2.5rem}"
                    + ".beside>div{min-width:0}.beside p{margin:.5rem 0}.beside~.scroll table{width:100%}.beside figure{margin-top:0}.beside svg.picture{width:100%;max-width:56rem}.beside svg[width=\"460\"]{max-width:38rem}"
                    + ".figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:1rem 2rem;padding:0;"
                    + "list-style:none;color:var(--faint)}"
                    + ".figures b{display:block;color:var(--text);font-size:2.4rem;line-height:1.2;font-weight:600}"
                    + "details{margin:.3rem 0}figure:has(.dots){position:relative}"
                    + ".tip{position:absolute;z-index:2;width:max-content;max-width:min(24rem,90%);padding:.3rem .6rem;"
                    + "font-size:.875rem;pointer-events:none;overflow-wrap:anywhere;color:var(--text);"
                    + "background:var(--raised);border:1px solid var(--edge);border-radius:.3rem}"
                    + "button,input,select{font:inherit;font-size:.875rem;color:var(--text);background:var(--raised);"
                    + "border:1px solid var(--edge);border-radius:.3rem;padding:.15rem .5rem;max-width:100%}"
                    + "button{cursor:pointer}"
                    + "th button{font-weight:600;background:none;border:0;padding:0;border-radius:0;text-align:inherit}"
                    + "th button::after{content:\"\";display:inline-block;width:.9em;text-align:right}"
                    + "th[aria-sort=ascending] button::after{content:\"▲\"}"
                    + "th[aria-sort=descending] button::after{content:\"▼\"}"
                    + ".tools{display:flex;flex-wrap:wrap;gap:.3rem .8rem;align-items:center;margin:.8rem 0 -.6rem;"
                    + "font-size:.875rem}"
                    + ".switches{display:flex;flex-wrap:wrap;gap:.1rem 1rem;border:1px solid var(--line);margin:.6rem 0;"
                    + "font-size:.875rem;max-height:15rem;overflow-y:auto}"
                    + ".switches .tools{flex-basis:100%;margin:0}"
                    + ".switches label{display:flex;gap:.3rem;align-items:center;overflow-wrap:anywhere}"
                    + "fieldset,label,select{min-width:0;max-width:100%}.tools label{display:flex;gap:.4rem;align-items:center}"
                    + ".switches i{flex:none;width:1.2rem;border-top:2px solid}"
                    + "pre{margin:0;font-size:.8rem;line-height:1.4}summary{cursor:pointer}"
                    + "[hidden]{display:none!important}"
                    + "@media screen and (max-width:40rem){body{padding:.8rem}dl{grid-template-columns:minmax(0,1fr)}dd{margin:0 0 .3rem}"
                    + "figure .scroll svg.picture{width:auto;max-width:none}figure .scroll svg[width=\"460\"]{width:100%}.figures b{font-size:1.8rem}}"
                    + PRINT
                    + Picture.css();

    private PageStyle() {}

    /** The policy: no network, no style but this one, no script but the page's own. */
    static String securityPolicy(String style) {
        return "default-src 'none'; style-src 'sha256-" + sha256(style) + "'; script-src 'sha256-"
                + sha256(PageScript.TEXT) + "'; base-uri 'none'; form-action 'none'";
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
