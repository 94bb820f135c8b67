import { expect } from 'vitest';
import { a } from '../world/declared-world.ts';
import { forThoseOf, startTenants, type Tenant, type TenantsWorld } from './tenants-world.ts';

/** All that an organization can grant to an application. */
export const wide = { apiAccess: 'administrator', enableSignUp: true };

/** And to a webhook. */
const toWebhooks = { isUserExtended: true };

/** A platform organization that grants the tenant everything, until it takes that back. */
export interface Lender {
  /** The member of a spec that refers to it. */
  reference: { organizationRef: { name: string; namespace: string } };
  takesBack(): Promise<void>;
  /** Permits the tenant's resources, and grants nothing besides. */
  narrows(): Promise<void>;
  admitsAgain(): Promise<void>;
}

export interface LendingWorld {
  world: TenantsWorld;
  partner: Tenant;
  lender(name: string, own?: object): Promise<Lender>;
  /** Applies a manifest as the tenant, and waits until Ready has one of the reasons. */
  declare(manifest: object, ...reasons: string[]): Promise<void>;
  /** Runs kubectl as the tenant. */
  run(...args: string[]): Promise<void>;
  /** Patches an Application of the tenant. */
  patch(name: string, body: object): Promise<void>;
  /** The row of an object. */
  stored(kind: string, name: string): Promise<Record<string, unknown> | undefined>;
  rightsOf(application: string): Promise<Record<keyof typeof wide, unknown>>;
}

export async function startLending(): Promise<LendingWorld> {
  // Orphaned objects are found within two sweeps.
  const world = await startTenants({ DOORWRIGHT_SYNC_SECONDS: '10' });
  const { partner } = world;
  const stored: LendingWorld['stored'] = (kind, name) => world.app.store(kind).find(world.app.db, 'admin', name);
  const run: LendingWorld['run'] = async (...args) => {
    const { code, stderr } = await partner.kubectl(args);
    expect({ code, stderr }).toMatchObject({ code: 0 });
  };
  return {
    ...{ world, partner, stored, run },
    async lender(name, own = {}) {
      const { allowedReferrers } = forThoseOf('partner', 'Application', 'Ldap', 'Provider', 'Syncer', 'Webhook');
      const admits = (entries: object[]) =>
        world.apply(a('Organization', name, { displayName: name, ...own, allowedReferrers: entries }));
      const everything = allowedReferrers.map((entry) => ({ ...entry, ...wide, ...toWebhooks }));
      await admits(everything);
      await world.ready('organization', name);
      return {
        reference: { organizationRef: { name, namespace: 'default' } },
        takesBack: () => admits([]),
        narrows: () => admits(allowedReferrers),
        admitsAgain: () => admits(everything),
      };
    },
    async declare(manifest, ...reasons) {
      const { kind, metadata } = manifest as { kind: string; metadata: { name: string } };
      const { code, stderr } = await partner.apply(manifest);
      expect({ code, stderr }).toMatchObject({ code: 0 });
      if (reasons.length > 0) await world.settled(partner, kind.toLowerCase(), metadata.name, ...reasons);
    },
    patch: (name, body) => run('patch', 'dwapp', name, '--type=merge', '-p', JSON.stringify(body)),
    async rightsOf(application) {
      const found = await stored('application', application);
      return { apiAccess: found?.apiAccess, enableSignUp: found?.enableSignUp };
    },
  };
}
