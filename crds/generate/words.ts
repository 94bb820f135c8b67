import type { Kind } from '../define.ts';
import { fieldsOf } from '../derive/schema.ts';
import type { Producer } from './artefact.ts';

/** The English words of a kind, under the keys that every other language translates; help has no key there yet. */
function wordsOf(kind: Kind) {
  const fields = fieldsOf(kind);
  // Members without words are not for people: those of a passkey, for example.
  const members = fields
    .map((field) => [field.name, (field.items ?? []).filter((item) => item.about)] as const)
    .filter(([, items]) => items.length > 0);
  const titles = (of: readonly { name: string; title: string }[]) =>
    Object.fromEntries(of.map(({ name, title }) => [name, title]));
  return {
    title: kind.title,
    plural: kind.titlePlural,
    fields: titles(fields),
    ...(members.length > 0 && {
      members: Object.fromEntries(members.map(([name, items]) => [name, titles(items)])),
    }),
    sections: Object.fromEntries((kind.form ?? []).map(({ title }) => [title, title])),
    help: Object.fromEntries(fields.map(({ name, about }) => [name, about])),
  };
}

export const words: Producer = {
  // Folders hold words written by people too, so nothing there counts as left over.
  folders: [],
  produce: ({ kinds }) =>
    kinds
      .filter((kind) => !kind.internal)
      .map((kind) => ({
        path: `locales/en/${kind.name}.json`,
        content: `${JSON.stringify(wordsOf(kind), null, 2)}\n`,
      })),
};
