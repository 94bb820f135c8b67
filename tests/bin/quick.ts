/**
 * The tests of `npm run test:quick`, after types, lint and generated files. They take three minutes on two quiet cores. They need
 * no browser and no operator, and leave out tests of `tests/api` with timeouts or many hashes.
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
