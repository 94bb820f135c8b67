import type { Secret } from '@doorwright/operator/runtime/kubernetes-object.ts';
import { secrets } from '@doorwright/operator/runtime/resource.ts';
import { expect } from 'vitest';
import { declaredResource } from '../world/cluster-reader.ts';
import { eventually } from '../world/cluster-world.ts';
import { a, type Declared, type World } from '../world/declared-world.ts';
import { type Credentials, credentialsIn, signIn } from '../world/sign-in-of-clients.ts';

export const rotation = { intervalDays: 30, overlapHours: 1, quietHours: 0, maxOverlapHours: 2 };

/** Actions and checks of the crash scenarios. */
export function crashWorld(world: () => World) {
  const application = (name: string, spec: object = {}, metadata: object = {}) =>
    a(
      'Application',
      name,
      {
        organizationRef: { name: 'owner' },
        generate: true,
        grantTypes: ['client_credentials'],
        credentials: { rotation },
        ...spec,
      },
      metadata,
    );
  /** The resource; undefined if it is gone. */
  const find = (kind: string, name: string, namespace?: string) =>
    world().reader.find<Declared>(declaredResource(kind), name, namespace);
  const conditionOf = (object: Declared | undefined, type: string) =>
    object?.status?.observedGeneration === object?.metadata.generation
      ? object?.status?.conditions?.find((each) => each.type === type)
      : undefined;
  const isReady = (kind: string) => async (name: string) =>
    conditionOf(await find(kind, name), 'Ready')?.status === 'True';
  const isGone = (kind: string) => async (name: string) => (await find(kind, name)) === undefined;
  const isCredentials = async (name: string, reason: string, token?: string) => {
    const object = await find('application', name);
    return (
      conditionOf(object, 'CredentialsReady')?.reason === reason &&
      (token === undefined || object?.status?.lastHandledRotateAt === token)
    );
  };
  const make = async (kind: string, object: ReturnType<typeof a>) => {
    await world().apply(object);
    await eventually(() => isReady(kind)(object.metadata.name));
  };
  const remove = (kind: string) => (name: string) => world().beginRemoval(kind, name);
  const annotate = (kind: string, name: string, annotation: string) => {
    const [key = '', value = ''] = annotation.split('=');
    return world().annotate(kind, name, key, value);
  };

  const inSecret = async (name: string) => credentialsIn(await world().secret(`${name}-oidc`));
  const accepts = async (credentials: Credentials) =>
    expect((await signIn(world().app.url, credentials)).status, credentials.clientId).toBe(200);
  /** Exactly one object, declared by this resource. */
  const isOurs = async (kind: string, name: string, namespace = 'default') => {
    const origins = await world()
      .app.db('origins')
      .where({ name: `${kind}/admin/${name}` });
    expect(origins).toMatchObject([{ namespace, uid: (await find(kind, name, namespace))?.metadata.uid }]);
    expect(await world().inApi(kind, name)).toBeDefined();
  };
  const isWhole = async (name: string, namespace = 'default') => {
    await isOurs('application', name, namespace);
    const told = (await world().admin.get('get-application', { id: `admin/${name}` })).body.data;
    const found = await world().reader.find<Secret>(secrets, `${name}-oidc`, namespace);
    const data = Object.entries(found?.data ?? {}).map(([key, value]) => [
      key,
      Buffer.from(value, 'base64').toString(),
    ]);
    const secret = Object.fromEntries(data);
    expect(secret).not.toHaveProperty('OIDC_CLIENT_SECRET_NEXT');
    expect(credentialsIn(secret)).toEqual({ clientId: told.clientId, clientSecret: told.clientSecret });
    await accepts(credentialsIn(secret));
  };
  const isNoMore = async (kind: string, name: string) => {
    expect(await world().inApi(kind, name)).toBeUndefined();
    expect(
      await world()
        .app.db('origins')
        .where({ name: `${kind}/admin/${name}` }),
    ).toEqual([]);
  };
  const keyIds = async (): Promise<string[]> => {
    const { keys } = (await (await fetch(`${world().app.url}/.well-known/jwks`)).json()) as { keys: { kid: string }[] };
    return keys.map(({ kid }) => kid);
  };

  return {
    application,
    find,
    conditionOf,
    isReady,
    isGone,
    isCredentials,
    make,
    remove,
    annotate,
    inSecret,
    accepts,
    isOurs,
    isWhole,
    isNoMore,
    keyIds,
  };
}
