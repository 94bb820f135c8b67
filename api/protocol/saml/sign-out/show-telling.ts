import escapeHtml from 'escape-html';
import type { Request, Response } from 'express';
import { drawPage, paragraph } from '../../pages/draw-page.ts';
import { wordsIn } from '../../pages/page-words.ts';
import { button } from '../../pages/pages.ts';

/** As long as a server waits for an answer by SOAP. */
const waitMs = 10_000;

/**
 * Leaves at once. A page that the service provider never sends leaves this one in place, so the browser goes on without it. The addresses have no
 * entry in the history, because a second visit would say nothing.
 */
const script = `const to = (id) => location.replace(document.getElementById(id).href);
document.forms[0] ? document.forms[0].submit() : to('on');
setTimeout(to, ${waitMs}, 'without');`;

interface Telling {
  /** An address, or a form with the id `posted`. */
  carried: string;
  host: string;
  without: string;
}

/** Takes the browser to a service provider that learns of the sign-out. People read what has happened, and go on if it does not answer. */
export async function showTelling({ req, res }: { req: Request; res: Response }, { carried, host, without }: Telling) {
  const words = await wordsIn(req, undefined);
  const { say } = words;
  const link = (id: string, address: string, text: string) =>
    `<a id="${id}" href="${escapeHtml(address)}">${escapeHtml(text)}</a>`;
  const isForm = carried.startsWith('<');
  const onward = isForm
    ? `${carried}<p class="actions">${button(say('continue'), 'class="main" form="posted"')}</p>`
    : `<p>${link('on', carried, say('continue'))}</p>`;
  const page = drawPage(words, {
    title: say('signedOut'),
    body: `${paragraph(say('tellingText', { service: host }))}${onward}
<p>${link('without', without, say('goOnWithout', { service: host }))}</p><script>${script}</script>`,
    script,
  });
  res
    .set({ ...page.headers, 'Cache-Control': 'no-store' })
    .type('html')
    .send(page.html);
  return { sent: true } as const;
}
