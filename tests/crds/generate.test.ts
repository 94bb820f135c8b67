import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

// A copy of the repository, because `npm run check` checks the committed files.
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'doorwright-generate-'));
  await generate();
});

afterEach(() => rm(root, { recursive: true }));

const generate = (...args: string[]) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    execFile(process.execPath, ['api/process/bin/generate.ts', '--root', root, ...args], (error, _, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stderr }),
    );
  });

const manifest = 'crds/manifests/certs.yaml';

it('generate --check accepts the files that generate wrote', async () => {
  expect(await generate('--check')).toEqual({ code: 0, said: '' });
});

it('generate --check names a manifest that was changed by hand, and does not change it', async () => {
  await writeFile(join(root, manifest), 'changed: true\n');
  const { code, said } = await generate('--check');
  expect(code).toBe(1);
  expect(said).toContain(`${manifest} is not what the code says`);
  expect(await readFile(join(root, manifest), 'utf8')).toBe('changed: true\n');
});

it('generate --check names missing and superfluous files', async () => {
  await rm(join(root, manifest));
  await writeFile(join(root, 'helm/templates/crds/groups.yaml'), '');
  const { code, said } = await generate('--check');
  expect(code).toBe(1);
  expect(said).toContain(`${manifest} is not what the code says`);
  expect(said).toContain('helm/templates/crds/groups.yaml has nothing in the code behind it');
});

it('generate corrects all files', async () => {
  const right = await readFile(join(root, manifest), 'utf8');
  await writeFile(join(root, manifest), 'changed: true\n');
  await writeFile(join(root, 'crds/manifests/groups.yaml'), '');
  expect(await generate()).toEqual({ code: 0, said: '' });
  expect(await generate('--check')).toEqual({ code: 0, said: '' });
  expect(await readFile(join(root, manifest), 'utf8')).toBe(right);
});
