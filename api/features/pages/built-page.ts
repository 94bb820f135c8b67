import { createHash } from 'node:crypto';
import type { Html } from './html.ts';

/** The text in a built page that a request replaces. */
const places = {
  language: 'lang="en"',
  title: '<title>Doorwright</title>',
  icon: 'href="/icon.svg"',
  head: '</head>',
  root: '<div id="root"></div>',
} as const;

export type Filling = Record<keyof typeof places, Html>;

export interface BuiltPage {
  /** The digests of its inline scripts and styles, in the form of a policy. */
  inline: string[];
  filled: (filling: Filling) => string;
}

const digestOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

/** A page as the build wrote it. Its scripts and styles are ours, and it contains nothing from a request yet. */
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
