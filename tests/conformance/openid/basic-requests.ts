import { expect } from 'vitest';
import { ask, flow, type Module, type Op } from './op.ts';

const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');

/** A request as a token without a signature. A server may support or refuse it, but must not ignore it. */
const unsigned = (content: object) => `${part({ alg: 'none' })}.${part(content)}.`;

const contentOf = (op: Op, url: URL, own: object = {}) => ({
  ...Object.fromEntries(url.searchParams),
  iss: op.first.clientMetadata().client_id,
  aud: op.app.url,
  ...own,
});

async function refusal(op: Op, url: URL) {
  const { wasAsked, url: rest } = await (await op.agent()).open(url);
  expect(wasAsked).toBe(false);
  expect(rest.origin + rest.pathname).toBe(op.rp.callback);
  return rest.searchParams.get('error');
}

/** Requests with unusual parameters. */
export const requests = {
  'oidcc-ensure-request-with-unknown-parameter-succeeds': async (op) => {
    expect((await flow(op.first, await op.agent(), { extra: 'foobar' })).claims.sub).toBeTruthy();
  },
  // If no requested value comes back, the plan warns and passes.
  'oidcc-ensure-request-with-acr-values-succeeds': async (op) => {
    const { claims } = await flow(op.first, await op.agent(), { acr_values: '1 2' });
    // The claim then has the class of the session, which the discovery document lists (5.5.1.1).
    const known = op.first.serverMetadata().acr_values_supported ?? [];
    expect(known).toContain('urn:doorwright:acr:one-factor');
    expect(['1', '2', ...known]).toContain(claims.acr);
  },
  'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported': async (op) => {
    const { url } = ask(op.first, { request_uri: 'https://rp.example/request.jwt' });
    expect(op.first.serverMetadata().request_uri_parameter_supported).toBe(false);
    expect(await refusal(op, url)).toBe('request_uri_not_supported');
  },
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': async (op) => {
    const { url } = ask(op.first);
    url.searchParams.set('request', unsigned(contentOf(op, url)));
    expect(await refusal(op, url)).toBe('request_not_supported');
  },
  'oidcc-ensure-request-object-with-redirect-uri': async (op) => {
    const { url } = ask(op.first);
    url.searchParams.set('request', unsigned(contentOf(op, url, { redirect_uri: 'https://evil.example/callback' })));
    expect(await refusal(op, url)).toBe('request_not_supported');
  },
} satisfies Record<string, Module>;
