import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importCircles } from './import-circles.ts';
import { forbiddenImports, importsOf } from './imports.ts';

test('every import of the repository has an allowed direction and is declared', () => {
  expect(forbiddenImports(join(import.meta.dirname, '..', '..'))).toEqual([]);
});

test('no file of the product imports itself, directly or through others', () => {
  expect(importCircles(join(import.meta.dirname, '..', '..'))).toEqual([]);
});

test('every form of import is found', () => {
  const source = `
    import a from 'a';
    import type { B } from 'b';
    export { c } from 'c';
    export * from 'd';
    const e: import('e').E = await import('f');
    // import 'comment'
    const text = "import 'string'";
  `;
  expect(importsOf('x.ts', source).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

describe('a forbidden import is reported with its file and the rule', () => {
  let root = '';
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'doorwright-imports-'));
    const dependencies = {
      '@doorwright/crds': '0',
      '@doorwright/api': '0',
      '@doorwright/operator': '0',
      pg: '0',
      zod: '0',
    };
    for (const workspace of ['crds', 'locales', 'api', 'operator', 'console', 'tests', '.']) {
      put(`${workspace}/package.json`, JSON.stringify({ dependencies }));
    }
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  test.each([
    ['console/a.ts', '@doorwright/api/process/app.ts', 'console may not import api'],
    ['api/a.ts', '@doorwright/operator/main.ts', 'api may not import operator'],
    ['operator/a.ts', '@doorwright/api', 'operator may not import api'],
    ['crds/a.ts', '@doorwright/api', 'crds may not import api'],
    ['crds/kinds/a.ts', 'node:fs', 'crds also runs in the browser, without node:'],
    ['crds/a.ts', 'pg', 'crds depends on zod alone'],
    ['api/http/a.ts', '../../operator/main.ts', 'a relative import stays inside api'],
    [
      'api/http/a.ts',
      'pg',
      'pg is known to ^(api\\/db|api\\/core\\/sql-reader\\/connectors|transfer\\/tables|tests)\\/ alone',
    ],
    ['api/a.ts', 'express', 'api/package.json does not declare express'],
    ['api/a.ts', 'fs', 'modules of Node are imported with node:'],
  ])('%s importing %s', (file, specifier, rule) => {
    put(file, `import type { X } from '${specifier}';`);
    expect(forbiddenImports(root)).toEqual([`${file} imports ${specifier}: ${rule}`]);
  });

  test('a circle is reported', () => {
    put('api/a.ts', "import './db/b.ts';");
    put('api/db/b.ts', "import type { C } from '../c.ts';");
    put('api/c.ts', "export { b } from './db/b.ts';");
    expect(importCircles(root)).toEqual(['api/db/b.ts -> api/c.ts -> api/db/b.ts']);
  });

  test('an allowed import is not reported', () => {
    put('api/db/a.ts', "import '@doorwright/crds/derive/tables.ts'; import 'pg'; import 'node:fs'; import './b.ts';");
    expect(forbiddenImports(root)).toEqual([]);
  });
});
