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
  // An order outlives the audience of its provider. `buyable` judges the provider for the buyer's organization.
  'api/features/commerce/channels/till.ts',
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

/** Places that send something to a receiver, and why a provider of the receiver's organization sends it. */
const senders: Readonly<Record<string, 'gate' | string>> = {
  // Codes and links: sign-in, sign-up, recovery, a new address, a second factor.
  'api/signin/codes/deliver.ts': 'gate',
  // Changes of an account, new browsers and countries, invitations and links for a password.
  'api/signin/notices/account-notice.ts': 'gate',
  'api/features/notifications/digest/letter-job.ts': 'gate',
  // Reminders of plans that end.
  'api/features/commerce/plans/reminders/letter-job.ts': 'gate',
  // An administrator writes the text and names the receivers. No code and no link of a user is in it.
  'api/features/portal/mail-routes.ts': 'own text',
  'api/features/portal/sms-routes.ts': 'own text',
};

test('S9 35.2 all code that sends to a user takes its provider from the one gate', () => {
  const files = globSync('api/**/*.ts', { cwd: top, exclude: ['**/node_modules/**', 'api/providers/**'] });
  const texts = files.map((file) => [file, readFileSync(join(top, file), 'utf8')] as const);
  const sending = texts.filter(([, text]) => /providers\/(email|sms)\/send\.ts/.test(text));
  expect(sending.map(([file]) => file).toSorted()).toEqual(Object.keys(senders).toSorted());
  const findsByItself = texts.filter(
    ([file, text]) => senders[file] !== 'own text' && /provider(s?)Of\([^)]*'(Email|SMS)'/.test(text),
  );
  expect(findsByItself.map(([file]) => file)).toEqual([]);
});
