import { afterAll, beforeAll, expect, test } from 'vitest';
import { encrypt, encryptions, type Way } from './idp/encrypt.ts';
import type { AuthnRequest } from './idp/identity-provider.ts';
import { sign, writeAssertion, writeResponse } from './idp/write-response.ts';
import { type SamlWorld, signInWithSaml, startSaml } from './world.ts';

let world: SamlWorld;
let certificate = '';
beforeAll(async () => {
  world = await startSaml();
  certificate = world.idp.registered.get(world.acs)?.certificate ?? '';
});
afterAll(() => world?.stop());

/** A response whose encrypted assertion is signed inside, or as a part of the signed response. */
function respondWith(way: Way, signed: 'inside' | 'outside' | 'nowhere'): void {
  const { idp } = world;
  idp.respond = (request: AuthnRequest) => {
    const told = idp.told(request);
    const plain = writeAssertion(told);
    const assertion = signed === 'inside' ? sign(plain, { key: idp.key }) : plain;
    const response = writeResponse(told, encrypt(assertion, certificate, way));
    return signed === 'outside' ? sign(response, { key: idp.key, of: 'Response' }) : response;
  };
}

test.each(encryptions)(
  'An assertion is read that was encrypted for our cert with %s, inside a signature',
  async (way) => {
    respondWith(way, 'outside');
    expect((await signInWithSaml(world)).body.status).toBe('ok');
  },
);

test('An encrypted assertion may carry the signature itself, unless the encryption can be changed', async () => {
  respondWith('OAEP with SHA-256, AES-256-GCM', 'inside');
  expect((await signInWithSaml(world)).body.status).toBe('ok');
  respondWith('OAEP with SHA-1, AES-256-CBC', 'inside');
  expect((await signInWithSaml(world)).body.code).toBe('sign-in-service-failed');
});

test('S44 anybody can encrypt an assertion, so one without a signature signs nobody in', async () => {
  respondWith('OAEP with SHA-256, AES-256-GCM', 'nowhere');
  const { browser, body } = await signInWithSaml(world);
  expect(body.code).toBe('sign-in-service-failed');
  expect((await browser.get('get-account')).body.code).toBe('sign-in-first');
});
