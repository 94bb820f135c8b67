import type { Kind } from '../define.ts';
import { fieldsOf } from './schema.ts';

/** Texts by key, some of them one or two levels down. */
export interface Words {
  [key: string]: string | Words;
}

const titles = (of: readonly { name: string; title: string }[]): Words =>
  Object.fromEntries(of.map(({ name, title }) => [name, title]));

/** The words of a kind that every language has. */
export function wordsOf(kind: Kind): Words {
  const fields = fieldsOf(kind);
  // Members without words are not for people: those of a passkey, for example.
  const members = fields
    .map((field) => [field.name, (field.items ?? []).filter((item) => item.about)] as const)
    .filter(([, items]) => items.length > 0)
    .map(([name, items]) => [name, titles(items)] as const);
  return {
    title: kind.title,
    plural: kind.titlePlural,
    fields: titles(fields),
    ...(members.length > 0 && { members: Object.fromEntries(members) }),
    sections: Object.fromEntries((kind.form ?? []).map(({ title }) => [title, title])),
  };
}

/** The sentence below each field. */
export const helpOf = (kind: Kind): Words => Object.fromEntries(fieldsOf(kind).map(({ name, about }) => [name, about]));

const within = (words: Words, key: string): Words => (typeof words[key] === 'object' ? words[key] : {});

/** The same keys with the words that were already translated; the rest waits in English for a translator. */
export function translated(source: Words, known: Words): Words {
  return Object.fromEntries(
    Object.entries(source).map(([key, text]) => {
      if (typeof text !== 'string') return [key, translated(text, within(known, key))];
      const own = known[key];
      return [key, typeof own === 'string' ? own : text];
    }),
  );
}

/** What a language says of a kind. A sentence whose English has changed since `before` waits for a translator anew. */
export function translatedKind(kind: Kind, known: Words, before: Words): Words {
  const [own, then] = [within(known, 'help'), within(before, 'help')];
  const help = Object.entries(helpOf(kind)).map(([name, text]) => [
    name,
    then[name] === text ? (own[name] ?? text) : text,
  ]);
  return { ...translated(wordsOf(kind), known), help: Object.fromEntries(help) };
}
