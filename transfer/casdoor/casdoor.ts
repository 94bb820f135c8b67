import { join } from 'node:path';
import { BrokenSource, type Format, type Item, type Place } from '../contract.ts';
import { readJson, readJsonIfAny } from '../reading/read-json.ts';
import { applicationsOf } from './applications.ts';
import { certsOf } from './certs.ts';
import { databaseSource, prefixesOf } from './database-source.ts';
import { fileSource, isInitData } from './file-source.ts';
import { groupsOf } from './groups.ts';
import { leftBehind } from './left-behind.ts';
import { modelsOf } from './models.ts';
import { organizationsOf } from './organizations.ts';
import { permissionsOf } from './permissions.ts';
import { providersOf } from './providers.ts';
import { rolesOf } from './roles.ts';
import type { Source } from './source.ts';
import { survey } from './survey.ts';
import { usersOf } from './users.ts';

/** The file that Casdoor reads when it starts, and newer versions write. */
const initData = 'init_data.json';

const fileOf = (place: Exclude<Place, { type: 'database' }>) =>
  place.type === 'folder' ? join(place.path, initData) : place.path;

async function recognizes(place: Place): Promise<boolean> {
  if (place.type === 'database') return (await prefixesOf(place.tables)).length > 0;
  return isInitData(await readJsonIfAny(fileOf(place)));
}

async function sourceOf(place: Place): Promise<Source> {
  if (place.type === 'database') return databaseSource(place.tables);
  const content = await readJson(fileOf(place));
  if (!isInitData(content)) throw new BrokenSource(`${fileOf(place)} has no organizations of Casdoor.`);
  return fileSource(content);
}

/** Casdoor, from its version of July 2022 to those of today: `init_data.json`, or its database. */
export const casdoor: Format = {
  name: 'casdoor',
  recognizes,
  async *read(place, options): AsyncIterable<Item> {
    const found = await survey(await sourceOf(place), options);
    yield* organizationsOf(found);
    yield* certsOf(found);
    yield* providersOf(found);
    yield* groupsOf(found);
    yield* rolesOf(found);
    yield* modelsOf(found);
    yield* applicationsOf(found);
    yield* usersOf(found);
    yield* permissionsOf(found);
    yield* await leftBehind(found);
  },
};
