import { mkdir, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FolderSource, FolderSourceOptions } from '@doorwright/operator/runtime/folder/folder-source.ts';
import { runFolder } from '@doorwright/operator/runtime/folder/run-folder.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../world/cluster-world.ts';
import { FakeClock } from '../world/fake-clock.ts';
import { type Behaviour, type Widget, widgetReconciler } from '../world/widgets.ts';
import { startFolderOperator, widget } from './world.ts';

let dir: string;
let secretsDir: string;
const ending: (() => Promise<void>)[] = [];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'doorwright-folder-'));
  secretsDir = await mkdtemp(join(tmpdir(), 'doorwright-secrets-'));
});
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
  for (const path of [dir, secretsDir]) await rm(path, { recursive: true });
});

const write = (file: string, text: string) => writeFile(join(dir, file), text);
const problems = (source: FolderSource) =>
  source.report().problems.map(({ file, line, message }) => `${file}:${line}: ${message}`);

async function aFolderOperator(options: Partial<FolderSourceOptions> = {}, behave?: Behaviour) {
  const operator = await startFolderOperator({ dir, secretsDir, ...options }, behave);
  ending.push(operator.stop);
  return operator;
}

describe('A folder works as a cluster', () => {
  test('every document of every file is reconciled, and an edit within a second', async () => {
    await write('two.yaml', `# comments first\n${widget('one', 'red')}---\n${widget('two', 'blue')}---\n`);
    await write(
      'three.json',
      JSON.stringify({
        apiVersion: 'tests.doorwright.dev/v1',
        kind: 'Widget',
        metadata: { name: 'three' },
        spec: { color: 'green' },
      }),
    );
    const { paintedAs, source, get } = await aFolderOperator();
    await paintedAs('one', 'red');
    await paintedAs('two', 'blue');
    await paintedAs('three', 'green');
    expect(source.report().rows.find(({ name }) => name === 'two')).toMatchObject({
      kind: 'Widget',
      namespace: 'default',
      file: join(dir, 'two.yaml'),
      line: 9,
      ready: 'True',
      reason: 'Reconciled',
    });

    const start = performance.now();
    await write('two.yaml', `${widget('one', 'black')}---\n${widget('two', 'blue')}`);
    await paintedAs('one', 'black');
    expect(performance.now() - start).toBeLessThan(1000);
    expect(get('one')?.metadata.generation).toBe(2);
    expect(get('two')?.metadata.generation).toBe(1);
  });

  test('a deleted file deletes its objects, and a half-saved one does not', async () => {
    await write('a.yaml', widget('stays', 'red'));
    await write('b.yaml', widget('goes', 'red'));
    const { paintedAs, source, widgets, get } = await aFolderOperator();
    await paintedAs('goes', 'red');
    await paintedAs('stays', 'red');
    await write('a.yaml', 'apiVersion: tests.doorwright.dev/v1\nkind: "Widget\n');
    await eventually(() => problems(source).length > 0);
    expect(problems(source)[0]).toMatch(/a\.yaml:\d+: Missing closing "quote$/);
    await rm(join(dir, 'b.yaml'));
    await eventually(() => get('goes') === undefined);
    expect(widgets.removed).toEqual(['goes']);
    expect(get('stays')?.status?.painted).toBe('red');
    await rename(join(dir, 'a.yaml'), join(dir, 'c.yaml'));
    await write('c.yaml', widget('stays', 'white'));
    await paintedAs('stays', 'white');
    expect(widgets.removed).toEqual(['goes']);
    expect(problems(source)).toEqual([]);
  });

  test('a schema error is reported with file and line, and the last valid version stays', async () => {
    const validate: FolderSourceOptions['validate'] = ({ spec }) =>
      (spec as Widget['spec'])?.color === 'octarine'
        ? [{ path: ['spec', 'color'], message: 'must be a colour people can see' }]
        : [];
    await write('w.yaml', `${widget('w', 'red')}---\n${widget('v', 'octarine')}`);
    const { paintedAs, source, get } = await aFolderOperator({ validate });
    await paintedAs('w', 'red');
    expect(problems(source)).toEqual([`${join(dir, 'w.yaml')}:13: spec.color: must be a colour people can see`]);
    expect(get('v')).toBeUndefined();
    await write('w.yaml', widget('w', 'octarine'));
    await eventually(() => problems(source).some((problem) => problem.includes('w.yaml:6')));
    expect(get('w')?.status?.painted).toBe('red');
  });

  test('a broken alias is a mistake of its document, and other files go on', async () => {
    await write('a.yaml', `${widget('a', 'red')}---\n${widget('b', '[*.acme.example]')}`);
    await write('c.yaml', widget('c', 'blue'));
    const { paintedAs, source } = await aFolderOperator();
    await paintedAs('a', 'red');
    await paintedAs('c', 'blue');
    expect(problems(source)).toEqual([expect.stringMatching(/a\.yaml:8: .*alias.*acme\.example/i)]);
    expect(source.isComplete()).toBe(false);
    await write('a.yaml', widget('a', 'white'));
    await paintedAs('a', 'white');
    expect([source.isComplete(), problems(source)]).toEqual([true, []]);
  });

  test('links are followed, as in a mounted ConfigMap, and each file is read once', async () => {
    await mkdir(join(dir, '..data-1'));
    await write('..data-1/w.yaml', widget('w', 'red'));
    await symlink('..data-1', join(dir, '..data'));
    await symlink('..data/w.yaml', join(dir, 'w.yaml'));
    const { paintedAs, source } = await aFolderOperator();
    await paintedAs('w', 'red');
    expect(problems(source)).toEqual([]);
    await symlink('nowhere.yaml', join(dir, 'v.yaml'));
    await eventually(() => problems(source).length > 0);
    expect(problems(source)).toEqual([`${join(dir, 'v.yaml')}:1: The file cannot be read`]);
  });

  test('a repeated name is reported at its second place', async () => {
    await write('w.yaml', `${widget('same', 'red')}---\n${widget('same', 'blue')}`);
    const { paintedAs, source } = await aFolderOperator();
    await paintedAs('same', 'red');
    expect(problems(source)).toEqual([
      expect.stringMatching(/w\.yaml:8: Widget\/default\/same is already written in .*w\.yaml:1/),
    ]);
  });
});

test('a pass longer than 30 seconds ends and is repeated', async () => {
  await write('w.yaml', widget('hangs', 'red'));
  const clock = new FakeClock();
  const hang: Behaviour = (_, __, signal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const { get, widgets } = await aFolderOperator({ clock }, hang);
  await eventually(() => widgets.passes.length === 1);
  await clock.advance(29_999);
  expect(get('hangs')?.status?.conditions?.[0]).toMatchObject({ reason: 'Progressing' });
  await clock.advance(1);
  expect(get('hangs')?.status?.conditions?.[0]).toMatchObject({
    status: 'False',
    reason: 'BackendUnavailable',
  });
  await clock.advance(1200);
  expect(widgets.passes).toHaveLength(2);
  await clock.advance(30_000);
});

test('after an hour without timers, the sweep is no burst', async () => {
  await write('many.yaml', Array.from({ length: 300 }, (_, i) => widget(`w-${i}`, 'red')).join('---\n'));
  const clock = new FakeClock();
  const { widgets } = await aFolderOperator({ clock });
  await eventually(async () => {
    await clock.advance(0);
    return widgets.passes.length === 300;
  });
  clock.stall(3_600_000);
  let before = widgets.passes.length;
  const perSecond: number[] = [];
  for (let second = 0; second < 60; second++) {
    await clock.advance(1000);
    perSecond.push(widgets.passes.length - before);
    before = widgets.passes.length;
  }
  expect(Math.max(...perSecond)).toBeLessThan(15);
  expect(Math.max(...perSecond)).toBeGreaterThan(0);
});

describe('Secrets without a cluster', () => {
  const manifest = (value: string) =>
    `apiVersion: v1\nkind: Secret\nmetadata:\n  name: smtp\nstringData:\n  password: ${value}\n`;

  const variable = (name: string) => `\${${name}}`;

  test('come from a manifest or the environment, so that the folder can be committed', async () => {
    await write('s.yaml', manifest(variable('SMTP_PASSWORD')));
    const { controller, source } = await aFolderOperator({ environment: { SMTP_PASSWORD: 'from-outside' } });
    const ref = { name: 'smtp', key: 'password' };
    expect(await controller.secrets.value('default', ref)).toEqual({ value: 'from-outside' });
    await write('s.yaml', manifest('written-inside'));
    await eventually(async () =>
      JSON.stringify(await controller.secrets.value('default', ref)).includes('written-inside'),
    );
    await write('s.yaml', manifest(variable('NOT_SET')));
    await eventually(() => problems(source).length > 0);
    expect(problems(source)[0]).toMatch(/s\.yaml:1: stringData\.password: the environment has no NOT_SET/);
    expect(await controller.secrets.value('default', ref)).toEqual({ missing: 'SecretKeyMissing' });
  });

  test('made by the operator are private files, and survive a restart', async () => {
    const { source } = await aFolderOperator();
    const data = { OIDC_CLIENT_SECRET: Buffer.from('made-up').toString('base64') };
    await source.applySecret({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { namespace: 'default', name: 'shop-oidc' },
      data,
    });
    const file = join(secretsDir, 'default', 'shop-oidc.yaml');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toContain(data.OIDC_CLIENT_SECRET);
    const again = await aFolderOperator();
    expect(await again.controller.secrets.value('default', { name: 'shop-oidc', key: 'OIDC_CLIENT_SECRET' })).toEqual({
      value: 'made-up',
    });
  });

  test('are never written outside of their folder, nor over a person’s file', async () => {
    await write('s.yaml', manifest('mine'));
    const { source } = await aFolderOperator();
    const secret = (name: string) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { namespace: 'default', name },
      data: {},
    });
    await expect(source.applySecret(secret('../../escape'))).rejects.toThrow('not a valid name');
    await expect(source.applySecret(secret('smtp'))).rejects.toMatchObject({ status: 409 });
  });
});

test('without a cluster it starts, reads, reconciles, reports and stops', async () => {
  await write('w.yaml', `${widget('good', 'red')}---\n${widget('bad', 'octarine')}`);
  const lines: string[] = [];
  const operator = await runFolder({
    dir,
    secretsDir,
    validate: ({ spec }) =>
      (spec as Widget['spec']).color === 'octarine' ? [{ path: ['spec'], message: 'is refused' }] : [],
    reconcilers: () => [widgetReconciler().reconciler],
    terminal: (line) => lines.push(line),
  });
  ending.push(operator.stop);
  await eventually(() => lines.length > 1);
  expect(lines.splice(0)).toEqual([
    `1 object declared from ${dir}, all Ready, 1 mistake`,
    `  ${join(dir, 'w.yaml')}:13: spec: is refused`,
  ]);
  await write('w.yaml', `${widget('good', 'red')}---\n${widget('bad', 'blue')}`);
  await eventually(() => lines.length > 0);
  expect(lines).toEqual([`2 objects declared from ${dir}, all Ready`]);
});
