/** One object of Casdoor. Its names are the same in a file and in a database: `createdTime` is `created_time` there. */
export interface Original {
  /** An empty text if it is missing. */
  text(name: string): string;
  flag(name: string): boolean;
  number(name: string): number;
  list(name: string): readonly unknown[];
  map(name: string): Readonly<Record<string, unknown>>;
  /** Tells whether the source has the value, also if it is false or 0. */
  has(name: string): boolean;
  /** Names of values that say something and were never read. */
  unread(): string[];
}

type Value = string | number | boolean | object | null | undefined;

/** Names of columns and fields in one form. There are a few hundred, and each user asks for all of them. */
const plainNames = new Map<string, string>();

function plain(name: string): string {
  const known = plainNames.get(name) ?? name.replaceAll('_', '').toLowerCase();
  plainNames.set(name, known);
  return known;
}

/** The name in files of a column of the database. */
const inFiles = (name: string) => name.replace(/(?<=.)_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Bytes as text. Postgres writes them as `\x` and digits. */
function decoded(value: unknown): Value {
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  if (typeof value !== 'string') return value as Value;
  return /^\\x(?:[0-9a-f]{2})*$/.test(value) ? Buffer.from(value.slice(2), 'hex').toString() : value;
}

/** Databases keep lists and maps as JSON. A text that is none of them yields undefined. */
function structure(value: Value): object | undefined {
  if (typeof value === 'object' && value !== null) return value;
  if (typeof value !== 'string') return;
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

const empty: ReadonlySet<Value> = new Set(['', '0', 0, false, 'f', 'false', 'null', '[]', '{}', null, undefined]);

const saysNothing = (value: Value) =>
  empty.has(value) || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

export function originalOf(record: Readonly<Record<string, unknown>>): Original {
  const values = new Map(Object.entries(record).map(([name, value]) => [plain(name), { name, value: decoded(value) }]));
  const read = new Set<string>();

  function storedValue(name: string): Value {
    read.add(plain(name));
    return values.get(plain(name))?.value;
  }

  function structured(name: string): object | undefined {
    const value = storedValue(name);
    const found = structure(value);
    // A text that should be JSON stays unread, so it is named as lost.
    if (!found && !saysNothing(value)) read.delete(plain(name));
    return found;
  }

  return {
    text: (name) => {
      const value = storedValue(name) ?? '';
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
    },
    flag: (name) => [true, 1, '1', 't', 'true'].some((yes) => yes === storedValue(name)),
    number: (name) => Number(storedValue(name) ?? 0),
    list: (name) => {
      const found = structured(name);
      return Array.isArray(found) ? found : [];
    },
    map: (name) => {
      const found = structured(name);
      return found && !Array.isArray(found) ? (found as Record<string, unknown>) : {};
    },
    has: (name) => (values.get(plain(name))?.value ?? undefined) !== undefined,
    unread: () =>
      [...values]
        .filter(([key, { value }]) => !read.has(key) && !saysNothing(value))
        .map(([, { name }]) => inFiles(name))
        .sort(),
  };
}

/** The texts of a list. Casdoor writes no other values into these lists. */
export const textsOf = (original: Original, name: string): string[] =>
  original.list(name).filter((each): each is string => typeof each === 'string' && each !== '');
