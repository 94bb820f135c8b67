import { readFileSync } from 'node:fs';
import { type Kind, kinds } from '@doorwright/crds';

/** An object in a message: its kind and its id. */
export interface Mention {
  kind: string;
  id: string;
}

/** The parameters of a message. `kind` is a kind of the model and `id` its object. Both are translated. */
export type Params = Readonly<Record<string, string | number | readonly Mention[]>>;

const titles = new Map<string, string>();

/**
 * The title of a kind in a language. Errors need only this word of the file, so it is read on first use and cached
 * alone.
 */
function titleOf(language: string, { name }: Kind): string {
  const file = `${language}/${name}.json`;
  const known = titles.get(file);
  if (known) return known;
  const url = new URL(import.meta.resolve(`@doorwright/locales/${file}`));
  const { title } = JSON.parse(readFileSync(url, 'utf8'));
  titles.set(file, title);
  return title;
}

/** People call an object of the platform by its name without the owner. */
const calledBy = ({ owner }: Kind, id: string) => (owner === 'admin' ? id.replace(/^admin\//, '') : id);

/** Internal kinds have no title. */
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

/** The parameters with kinds and objects in words of the language. */
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
