import { readConfig } from '@doorwright/api/core/config.ts';
import { relyingParty } from '@doorwright/api/signin/passkeys/relying-party.ts';
import { describe, expect, test } from 'vitest';

const at = (settings: Record<string, string>) => relyingParty(readConfig(settings));
const [domain, origins] = ['DOORWRIGHT_PASSKEY_DOMAIN', 'DOORWRIGHT_PASSKEY_ORIGINS'];
const id = { DOORWRIGHT_ORIGIN: 'https://id.example.com' };

describe('passkeys belong to', () => {
  test('the host of the origin by default, which is localhost for an address of this machine', () => {
    expect(at(id)).toEqual({ id: 'id.example.com', origins: ['https://id.example.com'] });
    expect(at({ DOORWRIGHT_ORIGIN: 'http://127.0.0.1:8000' })).toEqual({
      id: 'localhost',
      origins: ['http://127.0.0.1:8000', 'http://localhost:8000'],
    });
  });

  test('a parent domain and further origins, where the settings say so', () => {
    const settings = { ...id, [domain]: 'example.com', [origins]: 'https://app.example.com, https://example.org' };
    expect(at(settings)).toEqual({
      id: 'example.com',
      origins: ['https://id.example.com', 'https://app.example.com', 'https://example.org'],
    });
  });

  test.each([
    [domain, 'example.org'],
    [domain, 'ample.com'],
    [domain, 'app.id.example.com'],
    [domain, 'https://example.com'],
    [domain, '127.0.0.1'],
    [origins, 'http://app.example.com'],
    [origins, 'https://app.example.com/path'],
    [origins, '*'],
  ])('nothing else: %s=%s stops the start', (name, value) => {
    expect(() => readConfig({ ...id, [name]: value })).toThrow(new RegExp(`^${name}[^\\n]*[.]$`));
  });
});
