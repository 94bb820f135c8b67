import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { eventually } from '../world/cluster-world.ts';
import { type OperatorProcess, startOperator } from '../world/declared-world.ts';
import { doorwright } from './command.ts';
import { type CommandWorld, startCommandWorld } from './world.ts';

const root = join(import.meta.dirname, '..', '..', '..');
let world: CommandWorld;
let manifests: string;
let admin: Client;
let operator: OperatorProcess | undefined;

beforeAll(async () => {
  world = await startCommandWorld();
  admin = await world.app.admin();
  manifests = join(world.dir, 'manifests');
  cpSync(join(root, 'crds', 'examples'), manifests, { recursive: true });
});
afterAll(async () => {
  await operator?.stop();
  await world?.stop();
});

const plan = (...args: string[]) => doorwright(['plan', '-f', manifests, ...args], world.settings);
const edit = (file: string, from: string | RegExp, to: string) => {
  const path = join(manifests, file);
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
};

describe('doorwright plan', () => {
  test('of a new company lists all objects to create, although they refer to each other', async () => {
    const { code, stdout, stderr } = await plan();
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^\+ Organization rivermill\/rivermill is created {2}.*organizations\.yaml:2$/m);
    expect(stdout).toMatch(/^\+ Application rivermill-shop\/bookshop is created/m);
    expect(stdout).toMatch(/^ {4}organization: "rivermill-readers"$/m);
    expect(stdout).toMatch(/^Plan: \d+ to create, 1 as declared$/m);
    expect(code).toBe(2);
    expect((await admin.get('get-organization', { id: 'admin/rivermill' })).body.data).toBeNull();
  });

  test('of unchanged objects says so, and exits with 0', async () => {
    operator = await startOperator({ ...world.settings, DOORWRIGHT_MANIFESTS: manifests });
    await eventually(() => operator?.log.some((line) => line.includes('all Ready')) ?? false);
    await operator.stop();
    const { code, stdout, stderr } = await plan();
    expect({ stdout, stderr, code }).toEqual({
      stdout: expect.stringMatching(/^Plan: \d+ as declared\n$/),
      stderr: '',
      code: 0,
    });
  });

  test('shows the fate of objects when their manifest disappears', async () => {
    const [there, away] = [join(manifests, 'syncers.yaml'), join(world.dir, 'syncers.yaml')];
    renameSync(there, away);
    const { code, stdout } = await plan();
    renameSync(away, there);
    expect(stdout).toMatch(/^- Syncer rivermill\/\S+ is deleted: no manifest names it any more$/m);
    expect(stdout).toMatch(/^Plan: \d+ to delete, \d+ as declared$/m);
    expect(code).toBe(2);
  });

  test('shows an edit by field, with changes by others, and never a secret', async () => {
    edit('applications.yaml', 'displayName: Newsroom', 'displayName: The Newsroom');
    edit('providers.yaml', 'not-a-real-github-secret', 'planted-secret-value');
    edit('providers.yaml', 'displayName: GitHub', 'displayName: planted-secret-value');
    const { code, stdout } = await plan();
    expect(stdout).toMatch(/^~ Application rivermill\/newsroom is changed {2}.*applications\.yaml:2$/m);
    expect(stdout).toContain('    displayName: "Newsroom" → "The Newsroom"');
    expect(stdout).toContain('    clientSecret: "(redacted)" → "(redacted)"');
    expect(stdout).not.toContain('planted-secret-value');
    expect(stdout).toMatch(/^Plan: 2 to change, \d+ as declared$/m);
    expect(code).toBe(2);
  });

  test('prints JSON or YAML for programs, and colours on request only', async () => {
    const { items, summary } = JSON.parse((await plan('-o', 'json')).stdout);
    expect(summary).toMatchObject({ change: 2, create: 0, refused: 0 });
    expect(items.find(({ name }: { name: string }) => name === 'newsroom')).toMatchObject({
      kind: 'Application',
      action: 'change',
      line: 2,
      differences: [{ path: 'displayName', desired: 'The Newsroom', observed: 'Newsroom' }],
    });
    expect((await plan('-o', 'yaml')).stdout).toMatch(/^summary:\n {2}create: 0$/m);
    const colour = { ...world.settings, FORCE_COLOR: '1' };
    expect((await doorwright(['plan', '-f', manifests], colour)).stdout).toContain('\u001B[33m');
    expect((await doorwright(['plan', '-f', manifests, '--no-color'], colour)).stdout).not.toContain('\u001B[');
  });

  test('of a refused resource or reference says why, and exits with 1', async () => {
    edit('applications.yaml', 'name: rivermill-readers', 'name: rivermill');
    edit('syncers.yaml', 'syncInterval: 600', 'syncInterval: 600\n  tlsMode: perhaps');
    const { code, stdout, stderr } = await plan();
    expect(stdout).toMatch(/! Application rivermill-shop\/bookshop Organization rivermill\/rivermill does not allow/);
    expect(stderr).toMatch(/syncers\.yaml:\d+: spec\.tlsMode: Syncer has no such field/);
    expect(code).toBe(1);
    edit('applications.yaml', 'name: rivermill\n    namespace', 'name: rivermill-readers\n    namespace');
    edit('syncers.yaml', '\n  tlsMode: perhaps', '');
  });

  test.each<[string, string[], Record<string, string>, RegExp]>([
    [
      'the api is away',
      [],
      { DOORWRIGHT_API_URL: 'http://127.0.0.1:2' },
      /^The api at http:\/\/127\.0\.0\.1:2 cannot be reached \(ECONNREFUSED\)/,
    ],
    [
      'there is no token',
      [],
      { DOORWRIGHT_OPERATOR_TOKEN_FILE: '/nowhere' },
      /^The token file \/nowhere cannot be read \(ENOENT\)/,
    ],
    ['the output is unknown', ['-o', 'html'], {}, /^-o takes table, json, yaml\./],
    ['an option is unknown', ['--force'], {}, /^Unknown option '--force'/],
  ])('says in a sentence when %s', async (_, args, more, sentence) => {
    const { code, stdout, stderr } = await doorwright(['plan', '-f', manifests, ...args], {
      ...world.settings,
      ...more,
    });
    expect(stderr).toMatch(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  });

  test('has help, as every command', async () => {
    const { stdout } = await doorwright(['--help'], {});
    for (const name of ['plan', 'export', 'undelete', 'release', 'status']) {
      expect(stdout).toContain(`doorwright ${name} `);
      const { stdout: help, code } = await doorwright([name, '--help'], {});
      expect(help).toMatch(/Exit codes: 0 /);
      expect(code).toBe(0);
    }
    expect(await doorwright(['destroy'], {})).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is no command'),
    });
  });
});
