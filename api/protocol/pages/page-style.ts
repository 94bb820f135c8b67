import { createHash } from 'node:crypto';

/** The look of the portal for pages that load nothing. All sides are logical, which right-to-left languages need. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f0f2f5, #151515);
  --glow: light-dark(#dbe8f8, #1b2a3d);
  --card: light-dark(#fff, #212427);
  --text: light-dark(#151515, #fff);
  --subtle: light-dark(#4d4d4d, #c7c7c7);
  --line: light-dark(#6a6e73, #a3a3a3);
  --accent: light-dark(#06c, #92c5f9);
  --accent-text: light-dark(#fff, #151515);
  --accent-strong: light-dark(#004d99, #b9dafc);
  --danger: light-dark(#a8300a, #faaaa0);
  --danger-page: light-dark(#fbeae6, #42201b);
  --button: var(--accent);
  --button-strong: var(--accent-strong);
  --button-text: var(--accent-text);
  --corner-card: 1rem;
  --corner-box: 0.5rem;
  --corner-button: 0.5rem;
  --font: "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", system-ui, sans-serif;
  --shadow: 0 1px 2px light-dark(#0001, #0006), 0 12px 40px light-dark(#00285014, #0006);
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100dvh;
  padding: 1.5rem 0.625rem;
  display: grid;
  place-items: center;
  background: radial-gradient(ellipse 60rem 30rem at 50% -10rem, var(--glow), transparent) no-repeat var(--page);
  color: var(--text);
  font: 0.9375rem/1.5 var(--font);
}
main {
  width: min(100%, 400px + 5rem);
  padding: 2.25rem clamp(1rem, 8vw, 2.5rem) 2rem;
  border-radius: var(--corner-card);
  background: var(--card);
  box-shadow: var(--shadow);
  overflow-wrap: anywhere;
}
a { color: var(--accent); text-underline-offset: 0.2em; }
a:hover { color: var(--accent-strong); }
header { margin-bottom: 1.5rem; text-align: center; }
.brand {
  unicode-bidi: plaintext;
  display: inline-flex;
  flex-direction: column;
  gap: 0.75rem;
  align-items: center;
  max-width: 100%;
  color: var(--subtle);
  font-weight: 500;
  text-decoration: none;
}
.brand .logo { width: min(100%, 250px); height: 72px; object-fit: scale-down; }
:root[data-theme="dark"] .in-light, :root[data-theme="light"] .in-dark { display: none; }
@media (prefers-color-scheme: dark) { :root:not([data-theme]) .in-light { display: none; } }
@media not (prefers-color-scheme: dark) { :root:not([data-theme]) .in-dark { display: none; } }
.brand .icon { width: 48px; height: 48px; }
h1 {
  margin: 0.375rem 0 0;
  font-size: clamp(1.25rem, 6.5vw, 1.5rem);
  line-height: 1.3;
  font-weight: 600;
  text-wrap: balance;
}
.fault {
  margin-bottom: 1rem;
  padding: 0.875rem;
  border-inline-start: 3px solid var(--danger);
  border-radius: var(--corner-box);
  background: var(--danger-page);
}
.fault h2 { margin: 0 0 0.5rem; font-size: 1rem; color: var(--danger); }
.fault > :last-child { margin-bottom: 0; }
code { font-family: ui-monospace, "Liberation Mono", monospace; font-size: 0.875em; }
p, ul { margin: 0 0 1rem; }
main > :last-child { margin-bottom: 0; }
.subtle { color: var(--subtle); }
.alert { color: var(--danger); font-weight: 500; }
.code { font: 600 1.5rem/1.3 ui-monospace, monospace; letter-spacing: 0.1em; }
label { display: block; margin-bottom: 0.25rem; font-weight: 500; }
input, button { font: inherit; min-height: 2.75rem; border-radius: var(--corner-box); border: 1px solid var(--line); }
input {
  width: 100%;
  margin-bottom: 1rem;
  padding: 0 0.75rem;
  background: var(--card);
  color: var(--text);
  text-transform: uppercase;
}
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; }
button { flex: 1 1 8rem; border-radius: var(--corner-button); padding: 0.5rem 1rem; background: none; color: var(--text); cursor: pointer; }
button.main { border-color: var(--button); background: var(--button); color: var(--button-text); font-weight: 600; }
button.main:hover { background: var(--button-strong); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;

const digestOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

interface Inline {
  /** The style of a brand, beside that of all pages. */
  style?: string | undefined;
  script?: string | undefined;
}

/**
 * Pages have our style and that of their brand, no script and no frame around them (S43), and send forms to any address. A page that posts
 * an answer has one script.
 */
export const pagePolicyWith = ({ style, script }: Inline): string =>
  [
    "default-src 'none'",
    `script-src 'self'${script ? ` ${digestOf(script)}` : ''}`,
    `style-src ${[pageStyle, ...(style ? [style] : [])].map(digestOf).join(' ')}`,
    // Organizations and applications name their pictures by address.
    "img-src 'self' https: http: data:",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export const pagePolicy = pagePolicyWith({});
