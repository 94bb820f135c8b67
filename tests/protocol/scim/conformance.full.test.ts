import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import { askPython, pythonWith } from '../../harness/python/python.ts';
import { startScim } from './world.ts';

const folder = join(import.meta.dirname, 'python');

interface Found {
  checks: number;
  failed: object[];
  skipped: object[];
}

let app: TestApp;
let token: string;
let python: string;
beforeAll(async () => {
  python = await pythonWith(join(folder, 'requirements.txt'));
  ({ app, token } = await startScim());
}, 180_000);
afterAll(() => app?.stop());

test('scim2-tester finds no difference to RFC 7643 and 7644, and leaves out no check', async () => {
  const { checks, failed, skipped } = await askPython<Found>(python, join(folder, 'conformance.py'), {
    url: `${app.url}/scim/v2/acme`,
    token,
  });
  expect(failed).toEqual([]);
  expect(skipped).toEqual([]);
  expect(checks).toBeGreaterThan(80);
}, 180_000);
