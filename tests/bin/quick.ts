/**
 * What `npm run test:quick` tests after types, lint and generated files: within three minutes on two quiet cores. No
 * browser, no operator; of `tests/api` the objects and the accounts, without what waits for timeouts or hashes at length.
 */
export const quickTests = [
  'tests/crds/',
  'tests/locales/',
  'tests/repository/',
  ...[
    'access-token',
    'application-access',
    'applications',
    'certs',
    'client-address',
    'groups',
    'log',
    'openapi',
    'organizations',
    'permissions',
    'references',
    'secret-box',
    'session',
    'settings',
    'sign-in',
    'totals',
    'used-ids',
    'users',
    'users-administered',
  ].map((name) => `tests/api/${name}.test.ts`),
];
