import type { Language } from '@doorwright/locales';
import { textsIn } from '@doorwright/locales/translator.ts';
import escapeHtml from 'escape-html';
import type { Mail } from '../../../providers/email/mail-service.ts';
import { momentOf } from '../../../signin/notices/sign-in-words.ts';
import type { Notification } from '../notification.ts';

interface Digest {
  /** Those that no digest has contained. */
  fresh: readonly Notification[];
  /** Those that an earlier digest contained, and that still last. */
  lasting: readonly Notification[];
  organization: string;
  origin: string;
  language: Language;
  timeZone: string;
}

interface Entry {
  title: string;
  todo: string;
  since: string;
  address: string;
}

/** A digest in the language of its reader. Every value is text, whatever tags it contains (S49). */
export async function writeDigest(digest: Digest): Promise<Pick<Mail, 'title' | 'content' | 'text'>> {
  const { fresh, lasting, organization, origin, language, timeZone } = digest;
  const [say, word] = [await textsIn(language, 'notifications'), await textsIn(language, 'letters')];
  const entryOf = ({ code, params, since, path }: Notification): Entry => ({
    title: say(`titles.${code}`, params),
    todo: say(`todo.${code}`, params),
    since: since && word('digestSince', { moment: momentOf({ time: since, timeZone }, language) }),
    address: `${origin}${path}`,
  });
  const parts = [
    { head: word('digestNew'), entries: fresh.map(entryOf) },
    { head: word('digestLasting'), entries: lasting.map(entryOf) },
  ].filter(({ entries }) => entries.length > 0);
  const asHtml = ({ title, todo, since, address }: Entry) =>
    `<li><b>${escapeHtml(title)}</b><br>${escapeHtml(todo)}<br>${escapeHtml(since)} <a href="${escapeHtml(address)}">${escapeHtml(say('open'))}</a></li>`;
  const asText = (entry: Entry) =>
    [`- ${entry.title}`, entry.todo, entry.since, entry.address].filter(Boolean).join('\n  ');
  const end = word('digestEnd');
  return {
    title: word('digestTitle', { organization }),
    content: `${parts.map(({ head, entries }) => `<p>${escapeHtml(head)}</p><ul>${entries.map(asHtml).join('')}</ul>`).join('')}<p>${escapeHtml(end)}</p>`,
    text: [...parts.flatMap(({ head, entries }) => [head, ...entries.map(asText)]), end].join('\n\n'),
  };
}
