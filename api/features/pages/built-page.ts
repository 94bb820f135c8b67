import { createHash } from 'node:crypto';
import type { Html } from './html.ts';

/** What a page of the build holds in the places that a request fills. */
const places = {
  language: 'lang="en"',
  title: '<title>Doorwright</title>',
  icon: 'href="/icon.svg"',
  head: '</head>',
  root: '<div id="root"></div>',
} as const;

export type Filling = Record<keyof typeof places, Html>;

export interface BuiltPage {
  /** The digests of the scripts and styles inside of it, as a policy names them. */
  inline: string[];
  filled: (filling: Filling) => string;
}

const digestOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

/** A page that the build wrote. Scripts and styles in it are ours; nothing that a request brings is there yet. */
export function builtPage(page: string): BuiltPage {
  const inline = [...page.matchAll(/<(script|style)>([\s\S]*?)<\/\1>/g)].map(([, , content = '']) => digestOf(content));
  return {
    inline,
    filled: (filling) =>
      Object.entries(places).reduce(
        (text, [name, place]) => text.replace(place, () => filling[name as keyof Filling].text),
        page,
      ),
  };
}
