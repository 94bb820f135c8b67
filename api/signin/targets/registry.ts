import type { z } from 'zod';
import type { SamlAuthority } from '../contracts/saml-authority.ts';
import type { Query, SignInTarget, TargetRequest } from '../contracts/target.ts';
import type { AccountDeps } from '../place/deps.ts';
import { type CasDeps, createCasTarget } from './cas.ts';
import type { Protocols } from './client-request.ts';
import { createConsoleTarget } from './console.ts';
import { createDeviceTarget } from './device.ts';
import { createOAuthTarget } from './oauth.ts';
import { createSamlTarget } from './saml.ts';

/** The targets of a server. */
export interface Targets {
  query: SignInTarget['query'];
  /** The members that they add to the sign-in form. */
  fields: z.ZodRawShape;
  /** The type in the form for a page with this query. */
  typeFor: (query: Query) => string;
  /** Reads a request for the first target that knows it. */
  open: (
    ...request: Parameters<SignInTarget['open']>
  ) => Promise<{ target: SignInTarget; request: TargetRequest } | undefined>;
  /** Where the browser goes after a sign-out, if a target knows. */
  afterSignOut: NonNullable<SignInTarget['afterSignOut']>;
}

export const createTargets = (all: readonly SignInTarget[]): Targets => ({
  query: Object.assign({}, ...all.map(({ query }) => query)),
  fields: Object.assign({}, ...all.map(({ fields }) => fields)),
  typeFor: (query) => all.map(({ asks }) => asks?.(query)).find(Boolean) ?? 'code',
  async open(query, form) {
    for (const target of all) {
      const request = await target.open(query, form);
      if (request) return { target, request };
    }
  },
  async afterSignOut(query, form) {
    for (const { afterSignOut } of all) {
      const address = await afterSignOut?.(query, form);
      if (address) return address;
    }
  },
});

/** The target for OAuth would also take the request of a device, so the device comes first. */
export const signInTargets = (
  deps: Pick<AccountDeps, 'db' | 'store'> & Protocols & CasDeps & { saml: SamlAuthority },
): SignInTarget[] => [
  createConsoleTarget(deps),
  createCasTarget(deps),
  createDeviceTarget(deps),
  createOAuthTarget(deps),
  createSamlTarget(deps),
];
