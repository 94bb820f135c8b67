import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { BrokenSource, type Place } from '../../contract.ts';
import { brokenFile } from '../../reading/broken-file.ts';
import { type Person, person, realm } from '../representation.ts';
import type { RealmSource } from '../source.ts';
import { splitUsers } from './split-users.ts';

async function* textOf(path: string, length?: number): AsyncIterable<string> {
  try {
    const end = length === undefined ? Number.POSITIVE_INFINITY : length - 1;
    yield* createReadStream(path, { encoding: 'utf8', highWaterMark: 2 ** 20, end });
  } catch (error) {
    throw brokenFile(path, error);
  }
}

/** Reads a part of a file. The error names the file, because a folder has many. */
function parsed<S extends z.ZodType>(schema: S, text: string, path: string): z.output<S> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BrokenSource(`${path} is no whole JSON.`);
  }
  const { data, error } = schema.safeParse(value);
  if (data !== undefined) return data as z.output<S>;
  const [issue] = error?.issues ?? [];
  throw new BrokenSource(`${path} has no realm of Keycloak: ${issue?.path.join('.')} ${issue?.message}.`);
}

/** A copy that was cut short would lose people without a word. */
const endsEarly = (path: string) => new BrokenSource(`${path} ends early: a part of the export is missing.`);

async function* usersIn(path: string, wanted = 0): AsyncIterable<Person> {
  let isWhole = false;
  for await (const { at, user, realm: end } of splitUsers(textOf(path))) {
    if (at !== wanted) continue;
    if (user !== undefined) yield parsed(person, user, path);
    else if (end !== undefined) isWhole = true;
  }
  if (!isWhole) throw endsEarly(path);
}

/** The realms of a file: one, or a list. */
async function realmsIn(path: string): Promise<RealmSource[]> {
  const found: RealmSource[] = [];
  for await (const { at, realm: text, isCut } of splitUsers(textOf(path))) {
    if (isCut) throw endsEarly(path);
    if (text !== undefined) found.push({ realm: parsed(realm, text, path), people: () => usersIn(path, at) });
  }
  if (found.length === 0) throw new BrokenSource(`${path} has no realm of Keycloak.`);
  return found;
}

/** The number in `acme-users-12.json`. */
const numberOf = (file: string) => Number(file.match(/-(\d+)\.json$/)?.[1]);

const realmFile = /-realm\.json$/;

/** The realms of a folder, whose users are in `<realm>-users-0.json` and so on, or in the file of the realm. */
async function realmsOfFolder(folder: string): Promise<RealmSource[]> {
  const files = (await readdir(folder)).sort();
  const sources: RealmSource[] = [];
  for (const file of files.filter((each) => realmFile.test(each))) {
    const start = `${file.replace(realmFile, '')}-users-`;
    const more = files
      .filter((each) => each.startsWith(start) && /^\d+\.json$/.test(each.slice(start.length)))
      .sort((a, b) => numberOf(a) - numberOf(b));
    const gap = more.findIndex((each, at) => numberOf(each) !== at);
    if (gap >= 0) throw new BrokenSource(`${join(folder, `${start}${gap}.json`)} is missing: Keycloak counts from 0.`);
    for (const { realm: found, people } of await realmsIn(join(folder, file)))
      sources.push({
        realm: found,
        async *people() {
          yield* people();
          for (const each of more) yield* usersIn(join(folder, each));
        },
      });
  }
  return sources;
}

export const readFiles = (place: Extract<Place, { path: string }>): Promise<RealmSource[]> =>
  place.type === 'file' ? realmsIn(place.path) : realmsOfFolder(place.path);

const startBytes = 2 ** 16;

/** The start of a file says whether it has a realm. */
async function isRealmFile(path: string): Promise<boolean> {
  let start = '';
  for await (const chunk of textOf(path, startBytes)) start += chunk;
  // The name of the realm comes before everything that is nested.
  return /^\s*\[?\s*\{[^[{]*"realm"\s*:\s*"/.test(start);
}

export const recognizesFiles = async (place: Extract<Place, { path: string }>): Promise<boolean> =>
  place.type === 'file' ? isRealmFile(place.path) : (await readdir(place.path)).some((file) => realmFile.test(file));
