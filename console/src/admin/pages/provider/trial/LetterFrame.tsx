import { useEffect, useRef, useState } from 'react';
import './letter.css';

/**
 * Draws a mail. The console's policy forbids styles in markup, and the frame inherits it, so each style is set through the DOM. Links lead
 * nowhere, as the frame must show nothing else.
 */
function draw(letter: Document, html: string): void {
  const { body } = new DOMParser().parseFromString(html.replaceAll(/ style="/g, ' data-style="'), 'text/html');
  for (const link of body.querySelectorAll('a[href]')) {
    link.setAttribute('title', link.getAttribute('href') ?? '');
    link.removeAttribute('href');
  }
  letter.body.replaceChildren(...body.childNodes);
  for (const styled of letter.querySelectorAll<HTMLElement>('[data-style]'))
    styled.style.cssText = styled.dataset.style ?? '';
  for (const link of letter.querySelectorAll<HTMLElement>('a')) link.style.textDecoration = 'underline';
}

/** A mail in a sandbox: without scripts, forms and windows. Readers of mail have a white page. */
export function LetterFrame({ title, html }: { title: string; html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [loads, setLoads] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: some browsers replace the empty document when it has loaded
  useEffect(() => {
    const letter = frame.current?.contentDocument;
    if (letter?.body) draw(letter, html);
  }, [html, loads]);
  return (
    <iframe
      ref={frame}
      className="letter-frame"
      sandbox="allow-same-origin"
      title={title}
      onLoad={() => setLoads((before) => before + 1)}
    />
  );
}
