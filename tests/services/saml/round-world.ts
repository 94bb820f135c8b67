import type { BrowserContext } from 'playwright-core';
import { add } from '../../harness/world.ts';
import { openPortal } from '../../portal/world/portal-pages.ts';
import { type StandIns, startStandIns } from '../stand-ins/stand-in.ts';
import { servicesSettings } from '../world.ts';
import { encrypt } from './idp/encrypt.ts';
import { createIdentityProvider, type IdentityProvider } from './idp/identity-provider.ts';
import { registrationOf } from './idp/registration.ts';
import { sign, writeAssertion, writeResponse } from './idp/write-response.ts';

interface Type {
  type: string;
  label: string;
  /** How requests go to it, and whether they are signed. */
  fields: Record<string, unknown>;
  /** It encrypts its assertions. */
  encrypts?: true;
}

/** The types of SAML, each with other ways of the standard. */
export const samlTypes: readonly Type[] = [
  { type: 'SAML', label: 'Acme SSO', fields: { displayName: 'Acme SSO' }, encrypts: true },
  {
    type: 'Aliyun IDaaS',
    label: 'Aliyun IDaaS',
    fields: { displayName: 'Aliyun IDaaS', enableSignAuthnRequest: true },
  },
  {
    type: 'Keycloak',
    label: 'Keycloak',
    fields: { displayName: 'Keycloak', enableSignAuthnRequest: true, requestBinding: 'POST' },
  },
];

export const nameOf = (type: string) => type.toLowerCase().replaceAll(' ', '-');

/** The browser reaches the identity providers under their own addresses, by links and by forms. */
const leadToStandIns = (context: BrowserContext, { hosts, reroute }: StandIns) =>
  context.route(
    (url) => hosts.has(url.host),
    async (route) => {
      const request = route.request();
      const { status, headers, text } = await fetch(reroute(new URL(request.url())), {
        method: request.method(),
        body: request.postData(),
      }).then(async (response) => ({
        status: response.status,
        headers: response.headers,
        text: await response.text(),
      }));
      await route.fulfill({ status, headers: Object.fromEntries(headers), body: text });
    },
  );

function encryptFor(idp: IdentityProvider, certificate: string): void {
  idp.respond = (request) => {
    const told = idp.told(request);
    const assertion = encrypt(writeAssertion(told), certificate, 'OAEP with SHA-256, AES-256-GCM');
    return sign(writeResponse(told, assertion), { key: idp.key, of: 'Response' });
  };
}

/** A server with a provider of each type of SAML, its identity provider, and a browser. */
export async function openSamlPages() {
  const idps = await Promise.all(samlTypes.map(({ type }) => createIdentityProvider(`${nameOf(type)}.example`)));
  const standIns = await startStandIns(idps);
  const world = await openPortal({ settings: servicesSettings, reroute: standIns.reroute });
  const { certificate } = (await world.root.get('get-cert', { id: 'admin/cert-built-in' })).body.data;
  const acs = `${world.app.url}/api/acs`;
  for (const [index, { type, fields, encrypts }] of samlTypes.entries()) {
    const idp = idps[index] as IdentityProvider;
    idp.registered.set(acs, { acs, certificate });
    idp.wantsSigned = fields.enableSignAuthnRequest === true;
    if (encrypts) encryptFor(idp, certificate);
    await add(world.root, 'provider', { name: nameOf(type), ...registrationOf(idp), type, ...fields });
  }
  return {
    ...world,
    acs,
    idpOf: (type: string) => idps[samlTypes.findIndex((each) => each.type === type)] as IdentityProvider,
    async visit(options?: Parameters<typeof world.visit>[0]) {
      const visitor = await world.visit(options);
      await leadToStandIns(visitor.context, standIns);
      return visitor;
    },
    async stop() {
      await world.stop();
      standIns.stop();
    },
  };
}

export type SamlPages = Awaited<ReturnType<typeof openSamlPages>>;
