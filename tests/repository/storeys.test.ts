import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { folderLoops } from './folder-loops.ts';
import { rootEntries, upwardImports, withoutFloor } from './storeys.ts';

const repository = join(import.meta.dirname, '..', '..');

test('each folder of the api, its sign-in, the console and the operator imports lower floors only (36.3)', () => {
  expect(upwardImports(repository)).toEqual([]);
});

test('no folder has a loop of folders and files, of any length (36.3)', () => {
  expect(folderLoops(repository)).toEqual([]);
});

test('each folder of the api, its sign-in and the console and each file of the operator has a floor', () => {
  expect(withoutFloor(repository)).toEqual([]);
});

test('the root of the api has at most 14 entries', () => {
  expect(rootEntries(repository).length).toBeLessThanOrEqual(14);
});

describe('the check finds', () => {
  let root = '';
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'doorwright-storeys-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  test('an import of a higher floor', () => {
    put('api/db/knex.ts', "import type { Visit } from '../core/objects/history/records.ts';");
    expect(upwardImports(root)).toEqual([
      'api/db/knex.ts imports ../core/objects/history/records.ts, which is not on a lower floor',
    ]);
  });

  test('an import of a neighbour on the same floor', () => {
    put('api/kinds/user/user.ts', "const send = await import('../../providers/sms/send.ts');");
    expect(upwardImports(root)).toHaveLength(1);
  });

  test('a list of the console that imports a page', () => {
    put('console/src/admin/list/ListTable.tsx', "import { Home } from '../pages/home/Home.tsx';");
    expect(upwardImports(root)).toEqual([
      'console/src/admin/list/ListTable.tsx imports ../pages/home/Home.tsx, which is not on a lower floor',
    ]);
  });

  test('a folder of the console without a floor', () => {
    put('console/src/admin/attic/a.ts', '');
    expect(withoutFloor(root)).toEqual(['console/src/admin/attic']);
  });

  test('a room of passes that imports the background', () => {
    put('operator/reconcilers/pass/act.ts', "import '../../background/sweep-etags.ts';");
    expect(upwardImports(root)).toHaveLength(1);
  });

  test('a loose file of the operator', () => {
    put('operator/attic.ts', '');
    expect(withoutFloor(root)).toEqual(['operator/attic.ts']);
  });

  test('a room of sign-in that imports a door', () => {
    put('api/signin/methods/a.ts', "import '../doors/b.ts';");
    expect(upwardImports(root)).toEqual([
      'api/signin/methods/a.ts imports ../doors/b.ts, which is not on a lower floor',
    ]);
  });

  test('a room of sign-in without a floor', () => {
    put('api/signin/attic/a.ts', '');
    expect(withoutFloor(root)).toEqual(['api/signin/attic']);
  });

  test('two rooms of one folder that import each other', () => {
    put('api/features/files/a.ts', "import '../pages/b.ts';");
    put('api/features/pages/c.ts', "import '../files/d.ts';");
    expect(folderLoops(root)).toEqual(['a loop in api/features: files, pages']);
  });

  test('a loop of three rooms deep in a folder, where one import is only a type', () => {
    put('console/src/portal/a/a.tsx', "import '../b/b.ts';");
    put('console/src/portal/b/c.ts', "import type { D } from '../c/d.ts';");
    put('console/src/portal/c/e.ts', "const f = await import('../a/f.ts');");
    put('console/src/portal/main.ts', "import './a/a.tsx';");
    expect(folderLoops(root)).toEqual(['a loop in console/src/portal: a, b, c']);
  });

  test('a file and a folder beside it that import each other', () => {
    put('crds/define.ts', "import './derive/schema.ts';");
    put('crds/derive/list.ts', "import '../define.ts';");
    expect(folderLoops(root)).toEqual(['a loop in crds: define.ts, derive']);
  });

  test('nothing in imports of lower floors and of the own folder', () => {
    put(
      'api/signin/steps/a.ts',
      "import '../../kinds/user/user.ts'; import '../codes/b.ts'; import './c.ts'; import 'express';",
    );
    expect([...upwardImports(root), ...folderLoops(root)]).toEqual([]);
  });
});
