import { randomUUID } from 'node:crypto';
import { type Call, loopback, type Receiver, startReceiver } from '../../api/webhooks/receiver.ts';
import { add } from '../../harness/world.ts';
import { eventually } from '../world/cluster-world.ts';
import { a, startWorld, type World } from '../world/declared-world.ts';

export interface WebhookWorld {
  world: World;
  receiver: Receiver;
  /** A Webhook of the organization `acme` that is called for new roles. */
  declare(name: string, spec?: object, metadata?: object): Promise<void>;
  /** Adds a role, and waits until the path of the receiver got it. */
  told(path: string): Promise<Call>;
  stop(): Promise<void>;
}

export async function startWebhooks(): Promise<WebhookWorld> {
  const receiver = await startReceiver();
  const world = await startWorld({}, {}, { settings: loopback });
  await world.apply(a('Organization', 'acme', { displayName: 'Acme' }));
  await world.ready('organization', 'acme');
  return {
    world,
    receiver,
    declare: (name, spec = {}, metadata = {}) =>
      world.apply(
        a(
          'Webhook',
          name,
          { organizationRef: { name: 'acme' }, url: `${receiver.url}/${name}`, events: ['add-role'], ...spec },
          metadata,
        ),
      ),
    async told(path) {
      const role = `role-${randomUUID().slice(0, 8)}`;
      await add(world.admin, 'role', { owner: 'acme', name: role });
      const find = () =>
        receiver.taken.find(
          ({ path: at, body }) => at === `/hook/${path}` && (body.data ?? body).object.endsWith(role),
        );
      await eventually(() => find() !== undefined);
      return find() as Call;
    },
    async stop() {
      await world.stop();
      await receiver.stop();
    },
  };
}

export const aSecret = (name: string, stringData: Record<string, string>) => ({
  ...{ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: 'default' } },
  stringData,
});
