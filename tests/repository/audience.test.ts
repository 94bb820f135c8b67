import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kinds } from '@doorwright/crds';
import { expect, test } from 'vitest';

const top = join(import.meta.dirname, '..', '..');

const forThePlatform = new Set([
  // It removes rows of deleted organizations, which are in no audience then.
  'api/features/files/file-removal.ts',
  // The metadata of this installation holds nothing of the provider but its keys' certificates, and any identity provider reads it.
  'api/protocol/service-provider/metadata-route.ts',
  // The issuer of a response finds it, and `usableProvider` then judges it for the organization of the application.
  'api/signin/services/unsolicited/accept.ts',
  // It only names the providers whose metadata the platform reads again.
  'api/features/saml-metadata/due.ts',
  // Cached rows for all callers, who each pass the gate.
  'api/kinds/cached-objects.ts',
]);

const isGated = (text: string) => /findFor\(|(where|is)ForOrganization\(/.test(text);

test('17.6 all code reads a kind with an audience by its name through the gate only', () => {
  const withAudience = kinds.filter(({ audience }) => audience).map(({ name }) => name);
  expect(withAudience).toContain('provider');
  const readers = new RegExp(`store\\(\\s*'(${withAudience.join('|')})'\\s*\\)`);
  const files = globSync('api/**/*.ts', { cwd: top, exclude: ['**/node_modules/**'] });
  const reading = files
    .map((file) => ({ file, text: readFileSync(join(top, file), 'utf8') }))
    .filter(({ text }) => readers.test(text));
  expect(reading.length).toBeGreaterThan(4);
  const open = reading.filter(
    ({ file, text }) =>
      !forThePlatform.has(file) && (!isGated(text) || new RegExp(`${readers.source}\\s*\\.find\\(`).test(text)),
  );
  expect(open.map(({ file }) => file)).toEqual([]);
});
