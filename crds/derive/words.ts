import type { Kind } from '../define.ts';
import { fieldsOf } from '../schema/fields.ts';
import { badgesOf } from './list.ts';

/** Texts by key, some of them one or two levels down. */
export interface Words {
  [key: string]: string | Words;
}

const titles = (of: readonly { name: string; title: string }[]): Words =>
  Object.fromEntries(of.map(({ name, title }) => [name, title]));

/** The texts of a kind, as in the locale files. */
export function wordsOf(kind: Kind): Words {
  const fields = fieldsOf(kind);
  // Members without a title are not shown, for example those of a passkey.
  const members = fields
    .map((field) => [field.name, (field.items ?? []).filter((item) => item.about)] as const)
    .filter(([, items]) => items.length > 0)
    .map(([name, items]) => [name, titles(items)] as const);
  const { form = [] } = kind;
  const tabs = form.flatMap(({ tab }) => tab ?? []);
  return {
    title: kind.title,
    plural: kind.titlePlural,
    fields: titles(fields),
    ...(members.length > 0 && { members: Object.fromEntries(members) }),
    ...(kind.words as Words),
    ...(tabs.length > 0 && { tabs: Object.fromEntries(tabs.map((title) => [title, title])) }),
    sections: Object.fromEntries(form.filter(({ fields }) => fields.length > 0).map(({ title }) => [title, title])),
  };
}

/** The texts that only lists need: the sentence of an empty list, which is the kind's description at first, badges, and filters. */
export const listWordsOf = (kinds: readonly Kind[]): Words =>
  Object.fromEntries(
    kinds
      .filter(({ list }) => list)
      .map((kind) => {
        const badges = badgesOf(kind).map(({ field, text }) => [field, text]);
        const { textsTitle, filters = [] } = kind.list ?? {};
        return [
          kind.name,
          {
            empty: kind.about,
            ...(badges.length > 0 && { badges: Object.fromEntries(badges) }),
            ...(textsTitle && { texts: textsTitle }),
            ...(filters.length > 0 && { filters: titles(filters) }),
          },
        ];
      }),
  );

/** The effects of dangerous values: `isEnabled.false`. */
const dangersOf = (kind: Kind): Words =>
  Object.fromEntries(
    fieldsOf(kind)
      .filter(({ dangers }) => dangers)
      .map(({ name, dangers = [] }) => [
        name,
        Object.fromEntries(dangers.map(({ when, about }) => [String(when), about])),
      ]),
  );

/** The sentence below each field of each kind, and the effects of dangerous values. */
export const helpOf = (kinds: readonly Kind[]): Words => ({
  ...Object.fromEntries(
    kinds.map((kind) => [kind.name, Object.fromEntries(fieldsOf(kind).map(({ name, about }) => [name, about]))]),
  ),
  dangers: Object.fromEntries(
    kinds.map((kind) => [kind.name, dangersOf(kind)] as const).filter(([, words]) => Object.keys(words).length > 0),
  ),
});

/**
 * The same keys with existing translations. Texts without one stay in English for a translator. Given the previous English texts, changed
 * texts are English again too.
 */
export function translated(source: Words, known: Words, before = source): Words {
  const within = (words: Words, key: string): Words => (typeof words[key] === 'object' ? words[key] : {});
  return Object.fromEntries(
    Object.entries(source).map(([key, text]) => {
      if (typeof text !== 'string') return [key, translated(text, within(known, key), within(before, key))];
      const own = known[key];
      return [key, typeof own === 'string' && before[key] === text ? own : text];
    }),
  );
}
