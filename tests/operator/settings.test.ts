import { spawnSync } from 'node:child_process';
import { readConfig } from '@doorwright/operator/settings/config.ts';
import { expect, test } from 'vitest';

test('without settings, the operator finds the api and its token beside it', () => {
  expect(readConfig({})).toMatchObject({
    apiUrl: 'http://127.0.0.1:8000',
    watchNamespaces: [],
    platformNamespaces: undefined,
    organizationNamespaces: [],
    tokenFile: '.doorwright/operator-token',
    syncPeriodSeconds: 300,
  });
});

test('in a pod, it uses the projected token', () => {
  expect(readConfig({ KUBERNETES_SERVICE_HOST: '10.0.0.1' }).tokenFile).toBe('/var/run/secrets/doorwright/token');
});

test.each([
  ['DOORWRIGHT_API_URL', 'id.example.com'],
  ['DOORWRIGHT_API_URL', 'ftp://id.example.com'],
  ['DOORWRIGHT_API_URL', 'http://id.example.com'],
  ['DOORWRIGHT_API_URL', 'http://api.doorwright.svc.example.com'],
  ['DOORWRIGHT_WATCH_NAMESPACES', 'team,No_Namespace'],
  ['DOORWRIGHT_SYNC_SECONDS', '1'],
  ['DOORWRIGHT_PAUSED_KINDS', 'Application,User'],
  ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
  ['PORT', 'eighty'],
])('%s=%s is refused in one sentence that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} «${value}» cannot be used: .*\\.$`));
});

test.each([
  'https://id.example.com',
  'http://doorwright-api.doorwright.svc:8000',
  'http://doorwright-api.doorwright.svc.cluster.local:8000',
  'http://localhost:8000',
  'http://[::1]:8000',
])('the api may be at %s', (url) => {
  expect(readConfig({ DOORWRIGHT_API_URL: url }).apiUrl).toBe(url);
});

test('a misspelt --dry-run stops the start', () => {
  expect(readConfig({}).dryRun).toBe(false);
  expect(readConfig({}, ['--dry-run']).dryRun).toBe(true);
  expect(() => readConfig({}, ['--dryrun'])).toThrow('The argument «--dryrun» is unknown');
});

test('a missing cluster stops the start with one sentence', () => {
  const env = { PATH: process.env.PATH, KUBECONFIG: '/does/not/exist' };
  const { status, stderr } = spawnSync(process.execPath, ['operator/main.ts'], { env, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^KUBECONFIG «\/does\/not\/exist» cannot be used: .*\.\n$/);
});
