import { kinds } from '@doorwright/crds';
import { type DeclaredKind, isDeclared } from '@doorwright/crds/derive/spec.ts';
import { ApiRefusal } from '../api/api-refusal.ts';
import type { NamesPage, ObjectState } from '../api/declared-objects.ts';

/** An object to export, as the api returns it. */
export interface Found {
  kind: DeclaredKind;
  state: ObjectState;
}

/** Sends a request to the declared surface, narrowed to an organization if one is given. */
export type Ask = <T>(path: string, organization?: string) => Promise<T>;

const declared = (name: string) => kinds.filter(isDeclared).find((kind) => kind.name === name) as DeclaredKind;

const atOnce = 16;

interface Name {
  owner: string;
  name: string;
}

async function namesOf(kind: string, ask: Ask, organization: string | undefined): Promise<Name[]> {
  const names: Name[] = [];
  let cursor: string | null = '';
  do {
    const query: string = cursor && `?cursor=${encodeURIComponent(cursor)}`;
    const page: NamesPage = await ask<NamesPage>(`/${kind}${query}`, organization);
    names.push(...page.items);
    cursor = page.next;
  } while (cursor);
  return names;
}

async function readAll(name: string, objects: readonly Name[], ask: Ask): Promise<Found[]> {
  const kind = declared(name);
  const found: Found[] = [];
  for (let at = 0; at < objects.length; at += atOnce) {
    const some = objects.slice(at, at + atOnce).map((each) =>
      ask<ObjectState>(`/${name}/${encodeURIComponent(each.owner)}/${encodeURIComponent(each.name)}`).catch(
        (error: unknown) => {
          // Somebody deleted it meanwhile, or only the platform may read it.
          if (error instanceof ApiRefusal && error.code === 'NotFound') return undefined;
          throw error;
        },
      ),
    );
    for (const state of await Promise.all(some)) if (state) found.push({ kind, state });
  }
  return found;
}

const named = (objects: readonly Found[], names: (object: Record<string, unknown>) => unknown[]): string[] =>
  [...new Set(objects.flatMap(({ state }) => names(state.object) as string[]))].filter((name) => name).sort();

const ofPlatform = (name: string): Name => ({ owner: 'admin', name });

/**
 * Collects an organization, its applications, directories, syncers and webhooks, and the certs and providers that they use; or all
 * organizations.
 */
export async function gather(ask: Ask, organization: string | undefined): Promise<Found[]> {
  const isWithin = ({ kind, state }: Found) =>
    !organization || state.object[kind.tenant === 'owner' ? 'owner' : 'organization'] === organization;
  const owned = async (kind: string) =>
    (await readAll(kind, await namesOf(kind, ask, organization), ask)).filter(isWithin);
  const organizations = await readAll(
    'organization',
    organization ? [ofPlatform(organization)] : await namesOf('organization', ask, undefined),
    ask,
  );
  const applications = await owned('application');
  const syncers = await owned('syncer');
  const webhooks = await owned('webhook');
  const ldaps = await owned('ldap');
  const inUse = (kind: string, names: string[]) => readAll(kind, names.map(ofPlatform), ask);
  const providers = organization
    ? await inUse(
        'provider',
        named(applications, ({ providers = [] }) => (providers as { name: string }[]).map(({ name }) => name)),
      )
    : await readAll('provider', await namesOf('provider', ask, undefined), ask);
  const certs = organization
    ? await inUse(
        'cert',
        named([...applications, ...providers], ({ cert }) => [cert]),
      )
    : await readAll('cert', await namesOf('cert', ask, undefined), ask);
  return [...organizations, ...certs, ...providers, ...applications, ...ldaps, ...syncers, ...webhooks];
}
