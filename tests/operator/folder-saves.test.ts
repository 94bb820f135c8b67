import { mkdir, mkdtemp, rename, rm, symlink, truncate, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '@doorwright/operator/runtime/clock.ts';
import { Controller } from '@doorwright/operator/runtime/controller.ts';
import { FolderSource } from '@doorwright/operator/runtime/folder/folder-source.ts';
import { createMetrics } from '@doorwright/operator/runtime/observe/metrics.ts';
import { Redactor } from '@doorwright/operator/runtime/observe/redact.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { painted, type Widget, widgetReconciler } from './runtime-widgets.ts';
import { eventually, silent } from './runtime-world.ts';

let above: string;
let dir: string;
let source: FolderSource;
let controller: Controller;
const widgets = widgetReconciler(painted);
beforeAll(async () => {
  above = await mkdtemp(join(tmpdir(), 'doorwright-saves-'));
  dir = join(above, 'manifests');
  await mkdir(join(dir, 'deep'), { recursive: true });
  for (const name of ['w', 'deep/v']) await writeFile(join(dir, `${name}.yaml`), widget(name, 'red'));
  const common = { clock: systemClock, random: Math.random, redactor: new Redactor(), log: silent };
  source = new FolderSource({ dir, secretsDir: join(above, 'secrets'), clock: systemClock, log: silent });
  controller = new Controller({ ...common, source, metrics: createMetrics() });
  controller.watch([widgets.reconciler]);
  await controller.start();
});
afterAll(async () => {
  await controller?.stop();
  await source?.close();
  await rm(above, { recursive: true });
});

const widget = (name: string, color: string) =>
  `apiVersion: tests.doorwright.dev/v1\nkind: Widget\nmetadata:\n  name: ${name.replace('/', '-')}\nspec:\n  color: ${color}\n`;
const get = (name: string) =>
  controller.kinds.get({ kind: 'Widget', namespace: 'default', name: name.replace('/', '-') }) as Widget | undefined;
const isPainted = (name: string, color: string, withinMs = 2000) =>
  eventually(() => get(name)?.status?.painted === color, withinMs);

/** What programs do when somebody saves. */
const saves: Record<string, (file: string, text: string) => Promise<void>> = {
  'written in place': writeFile,
  'put in its place as another file': async (file, text) => {
    await writeFile(`${file}~`, text);
    await rename(`${file}~`, file);
  },
  'written anew after the old one was put aside': async (file, text) => {
    await rename(file, `${file}~`);
    await writeFile(file, text);
  },
  'taken away and written anew': async (file, text) => {
    await unlink(file);
    await writeFile(file, text);
  },
  'written in a folder that took the place of the one before': async (file, text) => {
    const place = dirname(file);
    await rename(place, join(above, crypto.randomUUID()));
    await mkdir(join(place, 'deep'), { recursive: true });
    await writeFile(file, text);
  },
};

test.each(Object.keys(saves).slice(0, 4))('a file that is %s is read within moments, each time', async (way) => {
  for (const name of ['w', 'deep/v'])
    for (const color of ['white', 'blue', 'red']) {
      await saves[way]?.(join(dir, `${name}.yaml`), widget(name, color));
      await isPainted(name, color);
    }
  expect(widgets.removed).toEqual([]);
});

test('a file of a new folder is read, and again after that was replaced', async () => {
  await mkdir(join(dir, 'new', 'deep'), { recursive: true });
  await writeFile(join(dir, 'new', 'deep', 'u.yaml'), widget('u', 'white'));
  await isPainted('u', 'white');
  for (const color of ['blue', 'red']) {
    await saves['written in a folder that took the place of the one before']?.(
      join(dir, 'new', 'deep', 'u.yaml'),
      widget('u', color),
    );
    await isPainted('u', color);
  }
  expect(widgets.removed).toEqual([]);
});

test('nothing goes while files are being written, however they are saved', async () => {
  const file = join(dir, 'w.yaml');
  for (let time = 0; time < 40; time++) {
    const ways = Object.values(saves);
    await ways[time % 4]?.(file, widget('w', time % 2 ? 'green' : 'white'));
    // Now and then longer than it takes to begin to read.
    await delay((time * 7) % 90);
    if (time % 5 === 0) await unlink(file);
    if (time % 5 === 0) await delay((time * 3) % 40);
    if (time % 5 === 0) await writeFile(file, widget('w', 'black'));
  }
  await writeFile(file, widget('w', 'red'));
  await isPainted('w', 'red');
  expect(widgets.removed).toEqual([]);
});

test('a file that was left empty is told, and what it said still holds', async () => {
  await truncate(join(dir, 'w.yaml'));
  await eventually(() => source.report().problems.some(({ message }) => message === 'The file is empty'));
  await delay(200);
  expect([get('w')?.status?.painted, widgets.removed, source.isComplete()]).toEqual(['red', [], false]);
  await writeFile(join(dir, 'w.yaml'), widget('w', 'blue'));
  await isPainted('w', 'blue');
});

test('a folder that another is put in place of is read as well', async () => {
  await rename(dir, join(above, 'before'));
  await mkdir(join(dir, 'deep'), { recursive: true });
  for (const name of ['w', 'deep/v', 'u']) await writeFile(join(dir, `${name}.yaml`), widget(name, 'grey'));
  for (const name of ['w', 'deep/v', 'u']) await isPainted(name, 'grey');
  expect(widgets.removed).toEqual([]);
});

test('what changes without a word, as on the disks of other machines, is read within seconds', async () => {
  const elsewhere = join(above, 'elsewhere.yaml');
  await writeFile(elsewhere, widget('far', 'red'));
  await symlink(elsewhere, join(dir, 'far.yaml'));
  await isPainted('far', 'red');
  await writeFile(elsewhere, widget('far', 'blue'));
  await isPainted('far', 'blue', 15_000);
});
