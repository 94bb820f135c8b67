import { chmodSync } from 'node:fs';
import { BrokenSource, type Place } from '@doorwright/transfer/contract.ts';
import { findFormat } from '@doorwright/transfer/formats.ts';
import { openPlace } from '@doorwright/transfer/open-place.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, type ReadDatabase } from '../databases.ts';
import { type Folder, makeFolder } from '../files.ts';
import { readItems } from '../read-items.ts';

let folder: Folder;
beforeAll(() => {
  folder = makeFolder();
});
afterAll(() => folder.remove());

/** The sentence for people, or the error itself if it has none. */
const sentenceOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'It opens.',
    (error) => (error instanceof BrokenSource ? error.message : error),
  );

describe('files', () => {
  test('a file that is not there is named', async () => {
    const path = `${folder.path}/missing.json`;
    expect(await sentenceOf(openPlace(path))).toBe(`There is no file ${path}.`);
  });

  test('a file without permission is named', async () => {
    const path = folder.write('closed.json', '{}');
    chmodSync(path, 0o000);
    const { place } = await openPlace(path);
    const format = await findFormat(place, 'casdoor');
    // The superuser reads every file.
    const expected = process.getuid?.() === 0 ? /no organizations/ : /no permission/;
    expect(await sentenceOf(readItems(format, place))).toMatch(expected);
  });

  test('JSON with a mistake is named with its line, and without its content', async () => {
    const path = folder.write('init_data.json', '{\n  "organizations": [\n    {"name": "acme" "secret": 1}\n  ]\n}\n');
    const format = await findFormat({ type: 'file', path }, 'casdoor');
    expect(await sentenceOf(readItems(format, { type: 'file', path }))).toBe(
      `${path} is no JSON: line 3 breaks its form.`,
    );
  });

  test.each([
    ['an unfinished file', '{\n"organizations": [\n', 3],
    ['a wrong word', '{\n"organizations": oops\n}', 2],
    ['text that is no JSON', 'oops', 1],
  ])('%s is named with its line', async (_, content, line) => {
    const path = folder.write('broken.json', content);
    const format = await findFormat({ type: 'file', path }, 'casdoor');
    expect(await sentenceOf(readItems(format, { type: 'file', path }))).toBe(
      `${path} is no JSON: line ${line} breaks its form.`,
    );
  });

  test('a place that no format knows is named with the formats', async () => {
    const path = folder.write('other.json', '{"product": "of nobody"}');
    expect(await sentenceOf(findFormat({ type: 'file', path }))).toMatch(/^No format knows it\..*casdoor, auth0, csv/);
    expect(await sentenceOf(findFormat({ type: 'file', path }, 'okta'))).toMatch(/^There is no format "okta"/);
  });
});

describe.each(databases.slice(0, 2))('$title', ({ start }) => {
  let database: ReadDatabase;
  beforeAll(async () => {
    database = await start();
  });
  afterAll(() => database?.stop());

  const changed = (change: (url: URL) => void) => {
    const url = new URL(database.url);
    change(url);
    return url.href;
  };

  test('a wrong password is named, and never shown', async () => {
    const sentence = await sentenceOf(openPlace(changed((url) => (url.password = 'wrong-password'))));
    if (database.dialect === 'mysql') expect(sentence).toMatch(/refuses the user or the password/);
    expect(String(sentence)).not.toContain('wrong-password');
  });

  test('a server that does not answer is named', async () => {
    expect(await sentenceOf(openPlace(changed((url) => (url.port = '1'))))).toMatch(/cannot be reached/);
  });

  test('a database that is missing is named', async () => {
    const sentence = await sentenceOf(openPlace(changed((url) => (url.pathname = '/missing'))));
    expect(sentence).toMatch(/no such database|refuses the user/);
  });

  test('a connection that breaks while it is read is named', async () => {
    const broken = await start();
    await broken.run('CREATE TABLE people (id varchar(40))');
    const { place, close } = await openPlace(broken.url);
    await broken.stop();
    const { tables } = place as Extract<Place, { type: 'database' }>;
    expect(await sentenceOf(tables.rows('people'))).toMatch(/cannot be read any more/);
    await close().catch(() => undefined);
  });

  test('a database of another product is known by no format', async () => {
    const { place, close } = await openPlace(database.url);
    expect(await sentenceOf(findFormat(place))).toMatch(/^No format knows it/);
    await close();
  });
});

test('a file of SQLite is a database, with or without its scheme', async () => {
  const [, , sqlite] = databases;
  const database = await sqlite?.start();
  await database?.run('CREATE TABLE people (id varchar(40))');
  const path = String(database?.url.replace('sqlite:', ''));
  for (const text of [`sqlite:${path}`, path]) {
    const { place, close } = await openPlace(text);
    expect(place.type).toBe('database');
    await close();
  }
  await database?.stop();
  expect(await sentenceOf(openPlace('sqlite:missing.db'))).toMatch(/cannot be reached/);
});
