import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type { MappedField } from '@doorwright/crds/options/mapping-items.ts';
import type { EgressClient } from '../../core/egress/gate.ts';
import { Refusal } from '../../core/errors.ts';

/** A key pair of this installation with its certificate, as PEM. */
export interface OwnKey {
  certificate: string;
  privateKey: string;
}

/** A browser on its way to a service, or back from it. */
export interface Visit {
  provider: Provider;
  /** The way to the service. No other way is allowed. */
  way: EgressClient;
  /** The address to which the service sends the browser back. */
  redirectUri: string;
  /** A random text of the server that the service sends back. */
  state: string;
  /** The browser's own name. Some services have another page for the browser of their app. */
  userAgent: string;
  now: Date;
  /** Our keys for this provider: the one that signs, and the ones before it, which still decrypt. */
  ownKeys: () => Promise<readonly OwnKey[]>;
  /** The newest ticket that the service posted to us, empty if there is none that lives. */
  postedTicket: () => Promise<string>;
}

/** Secrets of a request that its answer needs. The server keeps them, encrypted, until then. */
export type Kept = Readonly<Record<string, string>>;

export interface Begun {
  /** The page of the service. */
  address: string;
  kept: Kept;
}

export interface Answered extends Visit {
  /** The query with which the browser came back. Anybody can write it. */
  answer: URLSearchParams;
  kept: Kept;
}

/** The user as the service describes them. A missing text is empty. */
export interface Profile extends Record<Exclude<MappedField, 'emailVerified'>, string> {
  /** The service says that the user owns the address. */
  isEmailVerified: boolean;
  /** The same for the number. */
  isPhoneVerified: boolean;
  /** The issuer of the id, for a service at an address of one's own. Two of them may give the same id to two people. */
  issuer: string;
  /** The user's ID at one app of the service, where each app knows them by another ID. */
  atApp?: { app: string; id: string };
  /** Everything that the service said, for the test of a provider. */
  claims: Readonly<Record<string, unknown>>;
}

/** A service that proves who somebody is. */
export interface SignInService {
  beginSignIn: (visit: Visit) => Promise<Begun>;
  /** Judges the answer, and exchanges it for the profile. It refuses an answer that it did not begin. */
  finishSignIn: (answered: Answered) => Promise<Profile>;
}

/** The refusal of a service, with its own words. The record has them too. Postgres stores no control character U+0000. */
export function refusedBy(words: string, cause?: unknown): Refusal {
  const problem = words
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, 200)
    .toWellFormed();
  return new Refusal('sign-in-service-failed', { problem }, { why: problem, cause });
}
