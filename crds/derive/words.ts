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

/** The sentence below each field. Only English has it; the other languages fall back to that. */
export const helpOf = (kind: Kind): Words => Object.fromEntries(fieldsOf(kind).map(({ name, about }) => [name, about]));

/** The same keys with the words that were already translated; the rest waits in English for a translator. */
export function translated(source: Words, known: Words): Words {
  return Object.fromEntries(
    Object.entries(source).map(([key, text]) => {
      const own = known[key];
      if (typeof text === 'string') return [key, typeof own === 'string' ? own : text];
      return [key, translated(text, typeof own === 'object' ? own : {})];
    }),
  );
}
