import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Client } from '../../harness/client.ts';
import { password } from '../../harness/world.ts';
import { createProtocolWorld, type ProtocolWorld } from '../world.ts';

export const service = 'https://wiki.example/page?id=1';

export type CasWorld = ProtocolWorld & ReturnType<typeof casActions>;

export const casActions = ({ app, application }: ProtocolWorld) => ({
  /** Adds an application whose services are below two hosts. */
  casApplication: (name: string, settings: Partial<Application> = {}) =>
    application(name, {
      casServices: ['https://wiki.example/*', 'https://mail.example/inbox'],
      enableSigninSession: true,
      ...settings,
    }),
  /** Signs a user in for a service, as its sign-in page does. */
  signIn: (client: Client, name: string, query: Record<string, string> = { service }, username = 'alice') =>
    client.post('login', { type: 'cas', application: name, username, password }, { query }),
  /** A ticket of a new session. */
  async ticket(name: string, at: string = service, username = 'alice'): Promise<string> {
    const { body } = await app
      .client()
      .post('login', { type: 'cas', application: name, username, password }, { query: { service: at } });
    if (body.status !== 'ok') throw new Error(body.msg);
    return String(body.data);
  },
  /** A call of a service. */
  ask: (name: string, endpoint: string, query: Record<string, string>) =>
    app.client().get(`/cas/acme/${name}/${endpoint}`, query),
});

export async function createCasWorld(options: Parameters<typeof createProtocolWorld>[0] = {}): Promise<CasWorld> {
  const world = await createProtocolWorld(options);
  return { ...world, ...casActions(world) };
}

/** The code of a failure in XML. */
export const codeIn = (text: string) => /(?:authentication|proxy)Failure code="(\w+)"/.exec(text)?.[1];

/** The text of an element of CAS. */
export const textOf = (text: string, element: string) =>
  new RegExp(`<cas:${element}>([^<]*)</cas:${element}>`).exec(text)?.[1];
