import type { Registry } from '@doorwright/crds';
import type { Logger } from 'pino';
import type { Ticker } from '../background/ticks.ts';
import type { Config } from '../core/config.ts';
import { createEgress, type Egress, type Reroute } from '../core/egress/gate.ts';
import { createObjects, type Objects } from '../core/objects/pass/objects.ts';
import type { HooksByKind } from '../core/objects/rules/kind-hooks.ts';
import type { Store } from '../core/objects/storage/store.ts';
import { createStores } from '../core/objects/storage/stores.ts';
import type { Db } from '../db/knex.ts';
import type { SecretBox } from '../db/secret-box.ts';
import { createDirectorySignIn } from '../features/sync/sign-in/directory-sign-in.ts';
import { type ClientAddress, createClientAddress } from '../http/client-address.ts';
import { hooks as kindHooks } from '../kinds/index.ts';
import { onlySwitchedOn } from '../kinds/provider/only-switched-on.ts';
import { type Authority, createAuthority } from '../protocol/authority/authority.ts';
import { createAuthorize } from '../protocol/authorize/authorize.ts';
import { createCasServer } from '../protocol/cas/cas-server.ts';
import { createSamlIdentityProvider } from '../protocol/saml/identity-provider.ts';
import { type Authenticate, createAuthenticate } from '../signin/callers/authenticate.ts';
import type { AuthorizationServer } from '../signin/contracts/authorization-server.ts';
import type { CasServer } from '../signin/contracts/cas-server.ts';
import type { SamlAuthority } from '../signin/contracts/saml-authority.ts';
import { createMethods } from '../signin/methods/registry.ts';
import { showMethods } from '../signin/methods/show-methods.ts';
import { tellOfUpdates } from '../signin/notices/tell-of-updates.ts';
import type { SignInDescriptions, SignInParts } from '../signin/pipeline/parts.ts';
import type { DirectorySignIn } from '../signin/place/directory-sign-in.ts';
import { showSendableItems } from '../signin/signup/sendable-items.ts';
import { createSteps } from '../signin/steps/registry.ts';
import { createTargets } from '../signin/targets/registry.ts';
import type { Metrics } from './observe/metrics.ts';

/** The environment of a server: its settings, database and clock. */
export interface ServerEnvironment {
  config: Config;
  registry: Registry;
  /** The methods, steps and targets of sign-in. */
  signIn: SignInDescriptions;
  db: Db;
  box: SecretBox;
  log: Logger;
  metrics: Metrics;
  now: () => Date;
  /** Tests answer for services that they cannot reach. */
  reroute?: Reroute;
  /** Tests tick by hand. */
  ticker?: Ticker;
}

/** The parts that the folders of the api share. Each folder picks those that it needs. */
export interface Services extends ServerEnvironment, SignInParts {
  store: (kind: string) => Store;
  hooks: HooksByKind;
  objects: Objects;
  egress: Egress;
  directories: DirectorySignIn;
  clientAddress: ClientAddress;
  authority: Authority;
  authorize: AuthorizationServer;
  cas: CasServer;
  saml: SamlAuthority;
  authenticate: Authenticate;
}

/** Builds every shared part once. */
export function createServices(surroundings: ServerEnvironment): Services {
  const { config, registry, signIn, box, reroute } = surroundings;
  const methods = createMethods(signIn.methods);
  const steps = createSteps(signIn.steps);
  const store = createStores(registry, box);
  const place = { db: surroundings.db, store };
  const shown = showSendableItems(showMethods(kindHooks, methods), place);
  const hooks = tellOfUpdates(onlySwitchedOn(shown, config), place);
  const egress = createEgress({
    allow: config.DOORWRIGHT_EGRESS_ALLOW,
    tenants: config.DOORWRIGHT_TENANT_EGRESS_ALLOW,
    ...(reroute && { reroute }),
  });
  const clientAddress = createClientAddress(config);
  const plain = { ...surroundings, store, hooks, egress };
  const objects = createObjects(plain);
  const directories = createDirectorySignIn({ ...plain, objects });
  const basis = { ...plain, objects, directories, clientAddress, steps };
  const authority = createAuthority(basis);
  const authorize = createAuthorize(authority);
  const cas = createCasServer(basis);
  const saml = createSamlIdentityProvider(basis);
  return {
    ...basis,
    authority,
    authorize,
    cas,
    saml,
    methods,
    targets: createTargets(signIn.targets({ ...basis, authority, authorize, cas, saml })),
    authenticate: createAuthenticate({ ...basis, methods }),
  };
}
