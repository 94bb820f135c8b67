import { readFileSync } from 'node:fs';
import { type Kind, kinds } from '@doorwright/crds';

/** An object that a sentence names: by its kind and its id. */
export interface Mention {
  kind: string;
  id: string;
}

/** What fills a sentence. A `kind` is one of the model's, and `id` its object; both are told in words of the language. */
export type Params = Readonly<Record<string, string | number | readonly Mention[]>>;

const titles = new Map<string, string>();

/** What a language calls a kind. Of its many words errors need this one: it is read when it is first needed, and kept alone. */
function titleOf(language: string, { name }: Kind): string {
  const file = `${language}/${name}.json`;
  const known = titles.get(file);
  if (known) return known;
  const url = new URL(import.meta.resolve(`@doorwright/locales/${file}`));
  const { title } = JSON.parse(readFileSync(url, 'utf8'));
  titles.set(file, title);
  return title;
}

/** People call what belongs to the platform by its name alone. */
const calledBy = ({ owner }: Kind, id: string) => (owner === 'admin' ? id.replace(/^admin\//, '') : id);

/** Kinds that people never meet have no words. */
const kindCalled = (text: unknown) =>
  kinds.find((kind) => !kind.internal && (kind.kind === text || kind.name === text));

function mentioned({ kind: text, id }: Mention, language: string): Mention {
  const kind = kindCalled(text);
  return kind ? { kind: titleOf(language, kind), id: calledBy(kind, id) } : { kind: text, id };
}

const mostListed = 5;

function listed(mentions: readonly Mention[], language: string): string {
  const shown = mentions.slice(0, mostListed).map((each) => {
    const { kind, id } = mentioned(each, language);
    return `${kind} ${id}`;
  });
  return shown.join(', ') + (mentions.length > shown.length ? ', …' : '');
}

/** What a sentence is filled with, with every kind and object called as people of the language call it. */
export function spoken({ kind, id, ...params }: Params, language: string): Record<string, string | number> {
  const others = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'object' ? listed(value, language) : value,
  ]);
  const named = mentioned({ kind: String(kind ?? ''), id: String(id ?? '') }, language);
  return {
    ...Object.fromEntries(others),
    ...(kind !== undefined && { kind: named.kind }),
    ...(id !== undefined && { id: named.id }),
  };
}
