import { readFileSync } from 'node:fs';
import { type Kind, kinds } from '@doorwright/crds';

/** An object in a message: its kind and its id. */
export interface ObjectName {
  kind: string;
  id: string;
}

/** The parameters of a message. `kind` is a kind of the model and `id` its object. Both are translated. */
export type MessageParams = Readonly<Record<string, string | number | readonly ObjectName[]>>;

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
const shownId = ({ owner }: Kind, id: string) => (owner === 'admin' ? id.replace(/^admin\//, '') : id);

/** Internal kinds have no title. */
const kindWithTitle = (text: unknown) =>
  kinds.find((kind) => !kind.internal && (kind.kind === text || kind.name === text));

function translated({ kind: text, id }: ObjectName, language: string): ObjectName {
  const kind = kindWithTitle(text);
  return kind ? { kind: titleOf(language, kind), id: shownId(kind, id) } : { kind: text, id };
}

const mostListed = 5;

function translatedList(mentions: readonly ObjectName[], language: string): string {
  const shown = mentions.slice(0, mostListed).map((each) => {
    const { kind, id } = translated(each, language);
    return `${kind} ${id}`;
  });
  return shown.join(', ') + (mentions.length > shown.length ? ', …' : '');
}

/** The parameters with kinds and objects in words of the language. */
export function translateParams(
  { kind, id, ...params }: MessageParams,
  language: string,
): Record<string, string | number> {
  const others = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'object' ? translatedList(value, language) : value,
  ]);
  const named = translated({ kind: String(kind ?? ''), id: String(id ?? '') }, language);
  return {
    ...Object.fromEntries(others),
    ...(kind !== undefined && { kind: named.kind }),
    ...(id !== undefined && { id: named.id }),
  };
}
