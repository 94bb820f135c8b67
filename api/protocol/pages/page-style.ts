import { createHash } from 'node:crypto';

/** The look of the portal for pages that load nothing. All sides are logical, which right-to-left languages need. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f0f2f5, #151515);
  --card: light-dark(#fff, #212427);
  --text: light-dark(#151515, #fff);
  --subtle: light-dark(#4d4d4d, #c7c7c7);
  --line: light-dark(#6a6e73, #a3a3a3);
  --accent: light-dark(#06c, #92c5f9);
  --accent-text: light-dark(#fff, #151515);
  --danger: light-dark(#a8300a, #faaaa0);
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
  background: var(--page);
  color: var(--text);
  font: 0.9375rem/1.5 system-ui, "Segoe UI", "Noto Sans", sans-serif;
}
main {
  width: min(100%, 400px + 5rem);
  padding: 2.25rem clamp(1rem, 8vw, 2.5rem) 2rem;
  border-radius: 1rem;
  background: var(--card);
  overflow-wrap: anywhere;
}
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.3; font-weight: 600; }
p, ul { margin: 0 0 1rem; }
main > :last-child { margin-bottom: 0; }
.subtle { color: var(--subtle); }
.alert { color: var(--danger); font-weight: 500; }
.code { font: 600 1.5rem/1.3 ui-monospace, monospace; letter-spacing: 0.1em; }
label { display: block; margin-bottom: 0.25rem; font-weight: 500; }
input, button { font: inherit; min-height: 2.75rem; border-radius: 0.5rem; border: 1px solid var(--line); }
input {
  width: 100%;
  margin-bottom: 1rem;
  padding: 0 0.75rem;
  background: var(--card);
  color: var(--text);
  text-transform: uppercase;
}
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; }
button { flex: 1 1 8rem; padding: 0.5rem 1rem; background: none; color: var(--text); cursor: pointer; }
button.main { border-color: var(--accent); background: var(--accent); color: var(--accent-text); font-weight: 600; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;

const digest = createHash('sha256').update(pageStyle).digest('base64');

/**
 * Pages have this style, no script and no frame around them (S43), and send forms to any address. The page that posts
 * an answer adds its one script to the policy itself.
 */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'sha256-${digest}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
