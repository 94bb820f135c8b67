import { randomBytes } from 'node:crypto';
import { readConfig } from '@doorwright/api/core/config.ts';
import { describe, expect, test } from 'vitest';
import { countryFile } from '../../harness/country-file.ts';

const key = randomBytes(32);

describe('a setting that cannot be used stops the start with one sentence that names it', () => {
  test.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DOORWRIGHT_ORIGIN', 'http://id.example.com'],
    ['DOORWRIGHT_ORIGIN', 'https://id.example.com/path'],
    ['DOORWRIGHT_ORIGIN', 'nonsense'],
    ['DOORWRIGHT_CLUSTER_TOKEN_REVIEW', 'javascript:alert(1)'],
    ['DOORWRIGHT_ADMIN_PASSWORD', '123'],
    ['DOORWRIGHT_SECRET_KEY', 'short'],
    ['DOORWRIGHT_EGRESS_ALLOW', '10.0.0.0'],
    ['DOORWRIGHT_TENANT_EGRESS_ALLOW', '10.0.0.0/8'],
    ['DOORWRIGHT_TENANT_EGRESS_ALLOW', 'acme=10.0.0.0'],
    ['DOORWRIGHT_TENANT_EGRESS_ALLOW', 'acme='],
    ['DOORWRIGHT_TENANT_EGRESS_ALLOW', 'acme=10.0.0.0/8;acme=10.1.0.0/16'],
    ['DOORWRIGHT_TENANT_EGRESS_ALLOW', 'built-in=10.0.0.0/8'],
    ['WEB_CONCURRENCY', '0'],
    ['PORT', '0x50'],
    ['PORT', ' '],
    ['DOORWRIGHT_RECORD_MONTHS', '1.5'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'file:///tmp/x'],
    ['DOORWRIGHT_RECORDS_OTLP_ENDPOINT', 'collector:4318'],
    ['DOORWRIGHT_RECORDS_SYSLOG', 'tcp://logs.example.com'],
    ['DOORWRIGHT_RECORDS_SYSLOG', 'logs.example.com:70000'],
    ['DOORWRIGHT_RECORDS_SYSLOG_CA_FILE', '/nowhere.pem'],
    ['DOORWRIGHT_RECORDS_SYSLOG_CA_FILE', import.meta.filename],
    ['LOG_LEVEL', 'loud'],
    ['DOORWRIGHT_ORIGN', 'https://id.example.com'],
  ])('%s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}[^\\n]*[.?]$`));
  });

  test('the sentence says what the setting must be, or which setting was meant', () => {
    expect(() => readConfig({ PORT: 'abc' })).toThrow(
      'PORT «abc» cannot be used: it must be a whole number from 0 to 65535.',
    );
    expect(() => readConfig({ LOG_LEVEL: 'loud' })).toThrow(
      'LOG_LEVEL «loud» cannot be used: it must be fatal, error, warn, info, debug, trace or silent.',
    );
    expect(() => readConfig({ DOORWRIGHT_ADMIN_PASSWORD: '123' })).toThrow(
      'DOORWRIGHT_ADMIN_PASSWORD cannot be used: it must have at least 6 characters.',
    );
    expect(() => readConfig({ DOORWRIGHT_ORIGN: 'https://id.example.com' })).toThrow(
      'DOORWRIGHT_ORIGN is not a setting. Did you mean DOORWRIGHT_ORIGIN?',
    );
    expect(() => readConfig({ DOORWRIGHT_PASSWORD: 'x' })).toThrow(
      'DOORWRIGHT_PASSWORD is not a setting. console/guide/platform/settings.md lists all settings.',
    );
  });

  test('a syslog server has the usual port if the setting names none', () => {
    const to = (text: string) => readConfig({ DOORWRIGHT_RECORDS_SYSLOG: text }).DOORWRIGHT_RECORDS_SYSLOG;
    expect(to('logs.example.com')).toEqual({ host: 'logs.example.com', port: 6514 });
    expect(to('[2001:db8::1]:514')).toEqual({ host: '2001:db8::1', port: 514 });
  });

  test('a certificate without its key is such a setting, and a key without its certificate', () => {
    const [cert, key] = ['DOORWRIGHT_TLS_CERT_FILE', 'DOORWRIGHT_TLS_KEY_FILE'];
    expect(() => readConfig({ [cert]: '/tls.crt' })).toThrow(`${cert} is set, so ${key} must be set too.`);
    expect(() => readConfig({ [key]: '/tls.key' })).toThrow(`${key} is set, so ${cert} must be set too.`);
    expect(readConfig({ [cert]: '/tls.crt', [key]: '/tls.key' }).DOORWRIGHT_ORIGIN).toBe('https://localhost:8000');
  });

  test('a database of countries must be a file in the MaxMind DB format that has countries', () => {
    const name = 'DOORWRIGHT_COUNTRY_DATABASE';
    const wrong = [
      '/nowhere/countries.mmdb',
      import.meta.filename,
      countryFile({ '203.0.113.0/24': 'DE' }, 'Test-ASN'),
    ];
    for (const path of wrong)
      expect(() => readConfig({ [name]: path })).toThrow(
        new RegExp(`^${name} «${path}» cannot be used: it must be a file of countries in the MaxMind DB format.*[.]$`),
      );
    const database = readConfig({ [name]: countryFile({ '203.0.113.0/24': 'DE' }) })[name];
    expect(
      ['203.0.113.9', '::ffff:203.0.113.9', '203.0.114.1', '', 'nonsense'].map(database?.countryOf ?? String),
    ).toEqual([...['DE', 'DE'], ...[undefined, undefined, undefined]]);
    expect(readConfig({})[name]).toBeUndefined();
  });

  test('the sentence never repeats a secret', () => {
    expect(() => readConfig({ DOORWRIGHT_SECRET_KEY: 'hush-hush' })).toThrow(/^(?!.*hush).*$/);
    expect(() => readConfig({ DATABASE_URL: 'mysql://user:hush@db/x' })).toThrow(/^(?!.*hush).*$/);
  });
});

describe('S53 a key that others may know stops the start', () => {
  test.each([
    ['zeros', Buffer.alloc(32)],
    ['one letter', Buffer.alloc(32, 'a')],
    ['a pattern', Buffer.alloc(32, 'abcd')],
    ['a sentence', Buffer.from('correct horse battery staple !?#')],
    ['numbers counted up', Buffer.from(Array.from({ length: 32 }, (_, index) => index))],
    [
      'the example of a standard',
      Buffer.from('603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4', 'hex'),
    ],
    ['half a key', randomBytes(16)],
  ])('%s', (_what, weak) => {
    const both = [key, weak].map((each) => each.toString('base64')).join(',');
    expect(() => readConfig({ DOORWRIGHT_SECRET_KEY: both })).toThrow(/^DOORWRIGHT_SECRET_KEY cannot be used/);
  });

  test('random keys are accepted', () => {
    const both = [randomBytes(32), key].map((each) => each.toString('base64')).join(', ');
    expect(readConfig({ DOORWRIGHT_SECRET_KEY: both }).DOORWRIGHT_SECRET_KEY?.[1]).toEqual(key);
  });
});

test('an empty setting counts as missing', () => {
  expect(readConfig({ PORT: '', DOORWRIGHT_EGRESS_ALLOW: '' })).toMatchObject({
    PORT: 8000,
    DOORWRIGHT_EGRESS_ALLOW: [],
    DOORWRIGHT_ORIGIN: 'http://localhost:8000',
  });
});
