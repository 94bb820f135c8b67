import { casdoor } from '@doorwright/transfer/casdoor/casdoor.ts';
import { findFormat } from '@doorwright/transfer/formats.ts';
import { openPlace } from '@doorwright/transfer/open-place.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, type ReadDatabase } from '../databases.ts';
import { type Folder, makeFolder } from '../files.ts';
import { type Read, readItems } from '../read-items.ts';
import { asInitData, type CasdoorData, casdoorWorld, fillCasdoor } from './world.ts';

let world: CasdoorData;
let folder: Folder;
let fromFile: Read;
beforeAll(async () => {
  world = await casdoorWorld();
  folder = makeFolder();
  folder.write('init_data.json', JSON.stringify(asInitData(world)));
  fromFile = await readItems(casdoor, { type: 'folder', path: folder.path });
});
afterAll(() => folder.remove());

test('a folder with init_data.json is known as Casdoor', async () => {
  expect(fromFile.objects.length).toBeGreaterThan(15);
  const { place } = await openPlace(folder.path);
  expect((await findFormat(place)).name).toBe('casdoor');
});

describe.each(databases)('$title', ({ start }) => {
  let database: ReadDatabase;
  beforeAll(async () => {
    database = await start();
    await fillCasdoor(database, world, database);
  });
  afterAll(() => database?.stop());

  test('the database gives the same objects and losses as the file, and is not changed', async () => {
    const { place, close } = await openPlace(database.url);
    expect((await findFormat(place)).name).toBe('casdoor');
    const read = await readItems(casdoor, place);
    await close();
    expect(read).toEqual(fromFile);
  });
});

describe('a prefix of the tables', () => {
  const [, , sqlite] = databases;

  async function readWith(...prefixes: string[]): Promise<Read> {
    const database = (await sqlite?.start()) as ReadDatabase;
    for (const prefix of prefixes) await fillCasdoor(database, world, { dialect: 'sqlite', prefix });
    const { place, close } = await openPlace(database.url);
    try {
      return await readItems(casdoor, place);
    } finally {
      await close();
      await database.stop();
    }
  }

  test('it is found', async () => {
    expect(await readWith('cas_')).toEqual(fromFile);
  });

  test('two installations in one database are not mixed', async () => {
    await expect(readWith('', 'old_')).rejects.toThrow(
      'several installations of Casdoor, with the prefixes "", "old_"',
    );
  });
});
