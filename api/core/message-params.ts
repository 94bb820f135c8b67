import { readFileSync } from 'node:fs';
import { type Kind, kinds } from '@doorwright/crds';

/** An object in a message: its kind and its id. */
interface ObjectName {
  kind: string;
  id: string;
}

/** Objects of one kind that keep another one from being deleted. */
export interface Blocker {
  kind: string;
  count: number;
  /** There are more than `count`. */
  isMore?: true;
  /** The first few, with the name that people use. */
  objects: readonly { id: string; name: string }[];
}

/** The parameters of a message. `kind` is a kind of the model and `id` its object. Both are translated, and so is a `field` of the kind `fieldOf`. */
export type MessageParams = Readonly<Record<string, string | number | readonly Blocker[]>>;

type Titles = Record<'title' | 'plural', string>;

const titles = new Map<string, Titles>();

function wordsOf(language: string, kind: string) {
  const url = new URL(import.meta.resolve(`@doorwright/locales/${language}/${kind}.json`));
  return JSON.parse(readFileSync(url, 'utf8')) as Titles & { fields: Record<string, string> };
}

/**
 * The title of a kind in a language, and its plural. Errors need only these words of the file, so the file is read on first use,
 * and only these words are cached.
 */
function titlesOf(language: string, { name }: Kind): Titles {
  const file = `${language}/${name}.json`;
  const known = titles.get(file);
  if (known) return known;
  const { title, plural } = wordsOf(language, name);
  titles.set(file, { title, plural });
  return { title, plural };
}

/** People call an object of the platform by its name without the owner. */
const shownId = ({ owner }: Kind, id: string) => (owner === 'admin' ? id.replace(/^admin\//, '') : id);

const labelOf = (language: string, kind: string, field: string) => wordsOf(language, kind).fields[field] ?? field;

/** Internal kinds have no title. */
const kindWithTitle = (text: unknown) =>
  kinds.find((kind) => !kind.internal && (kind.kind === text || kind.name === text));

function translated({ kind: text, id }: ObjectName, language: string): ObjectName {
  const kind = kindWithTitle(text);
  return kind ? { kind: titlesOf(language, kind).title, id: shownId(kind, id) } : { kind: text, id };
}

/** "Users (12): acme/alice, acme/bob, …; Certs (1): main" */
const blockersInWords = (blockers: readonly Blocker[], language: string): string =>
  blockers
    .map(({ kind: name, count, isMore, objects }) => {
      const kind = kindWithTitle(name);
      const names = objects.map((each) => (kind?.key === 'name' ? shownId(kind, each.id) : each.name));
      const rest = count > objects.length ? ', …' : '';
      const plural = kind ? titlesOf(language, kind).plural : name;
      return `${plural} (${count}${isMore ? '+' : ''}): ${names.join(', ')}${rest}`;
    })
    .join('; ');

/** The parameters with kinds and objects in words of the language. */
export function translateParams(
  { kind, id, fieldOf, ...params }: MessageParams,
  language: string,
): Record<string, string | number> {
  const others = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'object' ? blockersInWords(value, language) : value,
  ]);
  const named = translated({ kind: String(kind ?? ''), id: String(id ?? '') }, language);
  return {
    ...Object.fromEntries(others),
    ...(kind !== undefined && { kind: named.kind }),
    ...(id !== undefined && { id: named.id }),
    ...(fieldOf !== undefined && { field: labelOf(language, String(fieldOf), String(params.field)) }),
  };
}
