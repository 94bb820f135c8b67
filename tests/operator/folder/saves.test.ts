import { mkdir, mkdtemp, rename, rm, symlink, truncate, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, silent } from '../world/cluster-world.ts';
import { type FolderOperator, startFolderOperator, widget } from './world.ts';

let above: string;
let dir: string;
let operator: FolderOperator;
beforeAll(async () => {
  above = await mkdtemp(join(tmpdir(), 'doorwright-saves-'));
  dir = join(above, 'manifests');
  await mkdir(join(dir, 'deep'), { recursive: true });
  for (const name of ['w', 'deep/v']) await writeFile(join(dir, `${name}.yaml`), manifest(name, 'red'));
  operator = await startFolderOperator({ dir, secretsDir: join(above, 'secrets') });
});
afterAll(async () => {
  await operator?.stop();
  await rm(above, { recursive: true });
});

const nameIn = (file: string) => basename(file, '.yaml');
const manifest = (file: string, color: string) => widget(nameIn(file), color);
const isPainted = (file: string, color: string, withinMs = 2000) => operator.paintedAs(nameIn(file), color, withinMs);
const removed = () => operator.widgets.removed;

/** Ways in which programs save files. */
const ways: [string, (file: string, text: string) => Promise<void>][] = [
  ['written in place', writeFile],
  [
    'replaced by another file',
    async (file, text) => {
      await writeFile(`${file}~`, text);
      await rename(`${file}~`, file);
    },
  ],
  [
    'written after the old file was renamed',
    async (file, text) => {
      await rename(file, `${file}~`);
      await writeFile(file, text);
    },
  ],
  [
    'deleted and written again',
    async (file, text) => {
      await unlink(file);
      await writeFile(file, text);
    },
  ],
];

test.each(ways)('a file that is %s is read within moments, each time', async (_, save) => {
  for (const name of ['w', 'deep/v'])
    for (const color of ['white', 'blue', 'red']) {
      await save(join(dir, `${name}.yaml`), manifest(name, color));
      await isPainted(name, color);
    }
  expect(removed()).toEqual([]);
});

test('a file of a new folder is read, and again after its replacement', async () => {
  await mkdir(join(dir, 'new', 'deep'), { recursive: true });
  await writeFile(join(dir, 'new', 'deep', 'u.yaml'), widget('u', 'white'));
  await isPainted('u', 'white');
  for (const color of ['blue', 'red']) {
    await rename(join(dir, 'new', 'deep'), join(above, `deep-before-${color}`));
    await mkdir(join(dir, 'new', 'deep'));
    await writeFile(join(dir, 'new', 'deep', 'u.yaml'), widget('u', color));
    await isPainted('u', color);
  }
  expect(removed()).toEqual([]);
});

test('no object disappears during writes, however files are saved', async () => {
  const file = join(dir, 'w.yaml');
  for (let time = 0; time < 40; time++) {
    const [, save] = ways[time % ways.length] as (typeof ways)[number];
    await save(file, widget('w', time % 2 ? 'green' : 'white'));
    // Sometimes longer than the read delay.
    await delay((time * 7) % 90);
    if (time % 5 > 0) continue;
    await unlink(file);
    await delay((time * 3) % 40);
    await writeFile(file, widget('w', 'black'));
  }
  await writeFile(file, widget('w', 'red'));
  await isPainted('w', 'red');
  expect(removed()).toEqual([]);
});

test('an empty file is reported, and its last content stays', async () => {
  await truncate(join(dir, 'w.yaml'));
  await eventually(() => operator.source.report().problems.some(({ message }) => message === 'The file is empty'));
  await delay(200);
  expect([operator.get('w')?.status?.painted, removed(), operator.source.isComplete()]).toEqual(['red', [], false]);
  await writeFile(join(dir, 'w.yaml'), widget('w', 'blue'));
  await isPainted('w', 'blue');
});

test('a replaced folder is read again', async () => {
  await rename(dir, join(above, 'before'));
  await mkdir(join(dir, 'deep'), { recursive: true });
  for (const name of ['w', 'deep/v', 'u']) await writeFile(join(dir, `${name}.yaml`), manifest(name, 'grey'));
  for (const name of ['w', 'deep/v', 'u']) await isPainted(name, 'grey');
  expect(removed()).toEqual([]);
});

test('unreported changes, as on network disks, are found within seconds', async () => {
  const elsewhere = join(above, 'elsewhere.yaml');
  await writeFile(elsewhere, widget('far', 'red'));
  await symlink(elsewhere, join(dir, 'far.yaml'));
  await isPainted('far', 'red');
  await writeFile(elsewhere, widget('far', 'blue'));
  await isPainted('far', 'blue', 15_000);
});

test('a folder that cannot be watched is reported once, and read anyway', async () => {
  const told: unknown[] = [];
  const log = { ...silent, warn: (_: object, message: string) => void told.push(message) } as typeof silent;
  // A file has no folders to watch, as on a system without free watches.
  const only = await startFolderOperator({ dir: join(dir, 'w.yaml'), secretsDir: join(above, 'secrets'), log });
  try {
    await only.paintedAs('w', 'grey');
    for (const color of ['white', 'black']) {
      await rename(join(dir, 'w.yaml'), join(above, `w-before-${color}`));
      await writeFile(join(dir, 'w.yaml'), widget('w', color));
      await only.paintedAs('w', color, 15_000);
    }
    expect(told).toEqual(['The system watches no more folders: changes are found within seconds']);
  } finally {
    await only.stop();
  }
});
