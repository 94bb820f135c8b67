import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import { expect } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { oneTimeCode } from '../../harness/one-time-code.ts';
import { formIn, pageFor } from '../../protocol/saml/world.ts';
import { asPageAsks } from '../../protocol/world.ts';

/** A person of the other product, with what they know and have. */
export interface Person {
  organization: string;
  username: string;
  password: string;
  /** The answer to the question for a second factor. A code works once. */
  proof: object;
}

/** A program that knows these values from the other product, and only learns the address of the new issuer. */
export interface Program {
  clientId: string;
  secret: string;
  callback: string;
}

/** The code that an app shows now, for a secret in its bytes. */
export const appCode = (secret: string) => ({ factorCode: oneTimeCode(Buffer.from(secret), new Date()) });

/** Signs in as the sign-in page does: the password, then the second factor. */
async function signsIn(browser: Client, { proof, ...person }: Person, type: string, query: Record<string, string>) {
  const first = (await browser.post('login', { type, ...person }, { query })).body;
  expect(first.code, first.msg).toBe('factor-required');
  return (await browser.post('login', { type, organization: person.organization, ...proof }, { query })).body;
}

/** The whole code flow of openid-client, with all checks of a careful client, and what it is told of the person. */
export async function signsInWithOpenid(app: TestApp, { clientId, secret, callback }: Program, person: Person) {
  const insecure = { execute: [client.allowInsecureRequests] };
  const rp = await client.discovery(new URL(app.url), clientId, undefined, client.ClientSecretPost(secret), insecure);
  const [verifier, nonce, state] = [client.randomPKCECodeVerifier(), client.randomNonce(), client.randomState()];
  const request = client.buildAuthorizationUrl(rp, {
    ...{ redirect_uri: callback, scope: 'openid email profile', nonce, state, code_challenge_method: 'S256' },
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
  });
  const { data: code, msg } = await signsIn(app.client(), person, 'code', asPageAsks(request));
  expect(code, msg).toEqual(expect.any(String));
  const back = new URL(callback);
  back.search = String(new URLSearchParams({ code, state, iss: rp.serverMetadata().issuer }));
  const tokens = await client.authorizationCodeGrant(rp, back, {
    ...{ pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state, idTokenExpected: true },
  });
  const sub = String(tokens.claims()?.sub);
  return client.fetchUserInfo(rp, tokens.access_token, sub);
}

/** The client credentials of oauth4webapi. */
export async function actsForItself(app: TestApp, { clientId, secret }: Pick<Program, 'clientId' | 'secret'>) {
  const insecure = { [oauth.allowInsecureRequests]: true } as const;
  const issuer = new URL(app.url);
  const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
  const machine: oauth.Client = { client_id: clientId };
  const proof = oauth.ClientSecretBasic(secret);
  const response = await oauth.clientCredentialsGrantRequest(as, machine, proof, {}, insecure);
  return oauth.processClientCredentialsResponse(as, machine, response);
}

interface ServiceProvider {
  application: string;
  entityId: string;
  acs: string;
  /** The certificate of the other product's realm, which the service provider keeps. */
  certificate: string;
}

/** A sign-in of @node-saml/node-saml, which still trusts the certificate of before only. */
export async function signsInWithSaml(
  app: TestApp,
  { application, entityId, acs, certificate }: ServiceProvider,
  person: Person,
) {
  const saml = new SAML({
    ...{ callbackUrl: acs, issuer: entityId, audience: entityId, idpCert: certificate },
    ...{ entryPoint: `${app.url}/login/saml/authorize/admin/${application}`, wantAuthnResponseSigned: true },
    ...{ wantAssertionsSigned: true, validateInResponseTo: ValidateInResponseTo.always },
  });
  const browser = app.client();
  const query = await pageFor(browser, await saml.getAuthorizeUrlAsync('', undefined, {}));
  const { data2, msg } = await signsIn(browser, person, 'saml', { saml: query.saml ?? '' });
  expect(data2, msg).toBeDefined();
  const { SAMLResponse } = formIn(String(data2));
  return (await saml.validatePostResponseAsync({ SAMLResponse })).profile;
}
