/**
 * What `npm run test:quick` tests after types, lint and generated files: within three minutes on two quiet cores. No
 * browser, no operator; of `tests/api` the objects and the accounts, without what waits for timeouts or hashes at length.
 */
export const quickTests = [
  'tests/crds/',
  'tests/locales/',
  'tests/repository/',
  'tests/api/http/client-address.test.ts',
  'tests/api/http/openapi.test.ts',
  ...['applications', 'certs', 'groups', 'organizations', 'references', 'totals'].map(
    (name) => `tests/api/objects/${name}.test.ts`,
  ),
  'tests/api/rights/application-access.test.ts',
  'tests/api/rights/permissions.test.ts',
  'tests/api/sign-in/access-token.test.ts',
  'tests/api/sign-in/session.test.ts',
  'tests/api/sign-in/sign-in.test.ts',
  'tests/api/users/administered.test.ts',
  'tests/api/users/used-ids.test.ts',
  'tests/api/users/users.test.ts',
  'tests/api/observe/log.test.ts',
  'tests/api/database/secret-box.test.ts',
  'tests/api/process/settings.test.ts',
];
