import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Loss, Place } from '../contract.ts';
import { brokenFile } from '../reading/broken-file.ts';
import { readJson } from '../reading/read-json.ts';
import { firstLine, readLines } from '../reading/read-lines.ts';

export type UserRecord = Readonly<Record<string, unknown>>;

/** A record of a file with its place for people. */
export interface Placed {
  place: string;
  record: UserRecord;
}

export const isObject = (value: unknown): value is UserRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Support sends the digests of passwords in a file of their own. */
export const hasDigest = (record: UserRecord): boolean => isObject(record._id) && 'passwordHash' in record;

/** Tells whether a record is a user of Auth0. Their ids begin with the connection: `auth0|5f7c`. */
const isUser = (record: UserRecord): boolean =>
  /^[\w.-]+\|/.test(String(record.user_id ?? '')) ||
  ('email' in record && ('password_hash' in record || 'custom_password_hash' in record));

const isOurs = (value: unknown) => isObject(value) && (hasDigest(value) || isUser(value));

/** The form of a file: one record in each line, or the array of a bulk import. */
async function formOf(path: string): Promise<'lines' | 'array' | undefined> {
  const line = (await firstLine(path)) ?? '';
  if (isOurs(parsed(line))) return 'lines';
  if (!line.startsWith('[') || path.endsWith('.gz')) return;
  const content = await readJson(path).catch(() => undefined);
  return Array.isArray(content) && isOurs(content[0]) ? 'array' : undefined;
}

const named = /\.(json|ndjson|jsonl)(\.gz)?$/i;

/** The files of a place with users or digests, in the order of their names. */
export async function filesOf(place: Place): Promise<string[]> {
  if (place.type === 'database') return [];
  const paths =
    place.type === 'file'
      ? [place.path]
      : (
          await readdir(place.path).catch((error) => {
            throw brokenFile(place.path, error);
          })
        )
          .filter((name) => named.test(name))
          .sort()
          .map((name) => join(place.path, name));
  const forms = await Promise.all(paths.map(formOf));
  return paths.filter((_, at) => forms[at] !== undefined);
}

export const isLost = (each: Placed | Loss): each is Loss => 'lost' in each;

/** In the form of a bulk import, an ID is without its connection. Auth0 puts it before, and so does everything that knows the user. */
function withWholeId(record: UserRecord): UserRecord {
  const { user_id: id } = record;
  return typeof id === 'string' && id !== '' && !id.includes('|') ? { ...record, user_id: `auth0|${id}` } : record;
}

async function* linesOf(path: string): AsyncIterable<Placed | Loss> {
  for await (const { number, text } of readLines(path)) {
    const record = parsed(text);
    const place = `line ${number}`;
    if (isObject(record)) yield { place, record: withWholeId(record) };
    else yield { from: place, lost: 'the line', why: 'It is no JSON.' };
  }
}

/** The records of a file. */
export async function* recordsOf(path: string): AsyncIterable<Placed | Loss> {
  if ((await formOf(path)) === 'lines') {
    yield* linesOf(path);
    return;
  }
  const content = (await readJson(path)) as unknown[];
  for (const [index, record] of content.entries())
    if (isObject(record)) yield { place: `entry ${index + 1}`, record: withWholeId(record) };
}
