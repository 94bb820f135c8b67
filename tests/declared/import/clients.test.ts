import { createPrivateKey, X509Certificate } from 'node:crypto';
import { generateCert } from '@doorwright/api/kinds/cert/keys/generate-cert.ts';
import { createRemoteJWKSet, jwtVerify, SignJWT } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProtocolWorld, type ProtocolWorld, tokensFor } from '../../protocol/world.ts';
import { createOperator, type Operator } from '../operator.ts';
import { fine, imported, object, organization, problemsOf } from './world.ts';

let world: ProtocolWorld;
let operator: Operator;
beforeAll(async () => {
  world = await createProtocolWorld();
  operator = createOperator(world.app.url);
});
afterAll(() => world.app.stop());

const secret = '7f3c2a19b8d0e4f65a1b2c3d4e5f6071';
const pairOf = (settings: object = {}) =>
  generateCert({
    ...{ name: 'former', owner: 'acme', cryptoAlgorithm: 'RS256' as const, bitSize: 2048, expireInYears: 10 },
    ...{ now: new Date(), ...settings },
  });

test('a client goes on with its id, secret and redirect address', async () => {
  const application = object('application', {
    ...{
      name: 'moved-shop',
      organization: 'acme',
      cert: 'cert-es256',
      clientId: 'moved-shop-id',
      clientSecret: secret,
    },
    redirectUris: ['https://app.example/callback'],
    grantTypes: ['authorization_code', 'client_credentials', 'refresh_token'],
  });
  expect(await imported(operator, application)).toEqual([fine]);
  const known = { clientId: 'moved-shop-id', clientSecret: secret, clientType: 'confidential' } as never;
  const { tokens } = await tokensFor(world, known);
  expect(tokens.claims()?.aud).toContain('moved-shop-id');
  const own = await client.clientCredentialsGrant(await world.relyingParty(known));
  expect(own.access_token).toBeTruthy();
});

test('tokens of former keys stay valid by the JWKS, and the keys end by themselves or by hand', async () => {
  const former = await pairOf();
  const short = await pairOf({ expireInYears: 1 });
  const { certificate } = former;
  const formerKeys = [
    { kid: 'former-kid', cryptoAlgorithm: 'RS256' as const, certificate },
    { kid: 'short-kid', cryptoAlgorithm: 'RS256' as const, certificate: short.certificate },
    { kid: 'cert-built-in', cryptoAlgorithm: 'RS256' as const, certificate },
    { kid: 'no/kid', cryptoAlgorithm: 'RS256' as const, certificate },
    { kid: 'other', cryptoAlgorithm: 'ES256' as const, certificate },
  ];
  const cert = object('cert', { name: 'moved-cert', cryptoAlgorithm: 'ES256' }, { formerKeys });
  const problems = [
    ...['formerKeys[2].kid taken', 'formerKeys[3].kid file-name-form'],
    'formerKeys[4].cryptoAlgorithm not-fit-for-key',
  ];
  for (const outcome of ['added', 'same']) {
    const [result] = await imported(operator, cert);
    expect([result?.outcome, problemsOf(result as never), result?.differs]).toEqual([outcome, problems, []]);
  }
  const token = await new SignJWT({ sub: 'nora' })
    .setProtectedHeader({ alg: 'RS256', kid: 'former-kid' })
    .sign(createPrivateKey(former.privateKey));
  const keys = () => createRemoteJWKSet(new URL(`${world.app.url}/.well-known/jwks`));
  await expect(jwtVerify(token, keys())).resolves.toMatchObject({ payload: { sub: 'nora' } });

  const listed = (await world.root.get('get-cert-keys', { id: 'admin/moved-cert' })).body.data;
  expect(listed.map(({ kid, state }: { kid: string; state: string }) => [kid, state])).toEqual([
    ['moved-cert', 'signing'],
    ['former-kid', 'retired'],
    ['short-kid', 'retired'],
  ]);
  const days = (at: string) => Math.round((Date.parse(at) - Date.now()) / 86_400_000);
  expect(days(listed[1].notAfter)).toBe(400);
  expect(days(listed[2].notAfter)).toBeLessThan(367);
  // The cert itself signs as before.
  const application = await world.application('of-moved-cert', { cert: 'moved-cert' });
  const { tokens } = await tokensFor(world, application);
  await expect(jwtVerify(tokens.access_token, keys())).resolves.toBeTruthy();

  const sign = await operator.post('cert/admin/moved-cert/keys/short-kid/sign', { retireSeconds: 0 });
  expect(sign).toMatchObject({ status: 422, body: { fields: [{ field: 'privateKey' }] } });

  await world.root.post('delete-cert-key', { owner: 'admin', name: 'moved-cert', kid: 'former-kid' });
  await expect(jwtVerify(token, keys())).rejects.toThrow();
  expect(await imported(operator, cert)).toMatchObject([{ outcome: 'kept', differs: ['formerKeys'] }]);
});

test('an organization signs SAML with the key of before, unless it has one', async () => {
  const pair = await pairOf();
  const other = await pairOf();
  const fingerprints = async (name: string) =>
    (await world.root.get('get-saml-keys', { id: `admin/${name}` })).body.data.map(
      ({ state, fingerprint }: { state: string; fingerprint: string }) => [state, fingerprint],
    );
  const mine = ['signing', new X509Certificate(pair.certificate).fingerprint256];
  expect(await imported(operator, organization('saml-one', {}, { samlKey: pair }))).toEqual([fine]);
  expect(await fingerprints('saml-one')).toEqual([mine]);
  expect(await imported(operator, organization('saml-one', {}, { samlKey: pair }))).toEqual([
    { ...fine, outcome: 'same' },
  ]);
  expect(await imported(operator, organization('saml-one', {}, { samlKey: other }))).toMatchObject([
    { outcome: 'kept', differs: ['samlKey'] },
  ]);
  expect(await fingerprints('saml-one')).toEqual([mine]);

  const mixed = { certificate: pair.certificate, privateKey: other.privateKey };
  const results = await imported(
    operator,
    organization('saml-two', {}, { samlKey: mixed }),
    organization('saml-three', {}, { samlKey: pair }),
    organization('acme', { displayName: 'Acme' }, { samlKey: other }),
  );
  expect(results.map(problemsOf)).toEqual([['samlKey.privateKey not-key-of-certificate'], ['samlKey taken'], []]);
  expect(await fingerprints('saml-three')).toEqual([]);
  expect(await fingerprints('acme')).toHaveLength(1);
});
