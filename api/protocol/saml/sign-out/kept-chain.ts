import { randomBytes } from 'node:crypto';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { artifact } from '@doorwright/crds/kinds/artifact.ts';
import { z } from 'zod';
import type { Sql } from '../../../db/knex.ts';
import { artifactName } from '../../../kinds/token/digest-of.ts';

const table = tableName(artifact);
const model = 'SamlSignOut';
const lastsMs = 30 * 60_000;

const party = z.object({ application: z.string(), service: z.string() });
const chain = z.object({
  /** The service providers to tell, one after the other, each with the data of its visit. */
  left: z.array(party.extend({ data: z.string() })),
  /** The one where the browser is now, the id of its message, and a secret that goes on without its answer. */
  at: party.extend({ id: z.string(), without: z.string() }).optional(),
  /** The service provider that began, which gets the last message. Without one, the last is our page. */
  initiator: party.extend({ id: z.string(), relayState: z.string() }).optional(),
  isPartial: z.boolean(),
  /** The address after the last one, if it is not our page: a CAS service where the sign-out began. */
  end: z.string().optional(),
});

/** The way of a browser through the service providers of a session that has ended. */
export type Chain = z.infer<typeof chain>;

const nameOf = (id: string) => ({ owner: 'admin', name: artifactName(model, id) });

/** RelayState has 80 bytes at most, so the way itself stays here. */
export const newChainId = (): string => randomBytes(24).toString('base64url');

export async function keepChain(sql: Sql, id: string, kept: Chain, now: Date): Promise<void> {
  const row = {
    ...{ ...nameOf(id), created_time: now, version: 1, model, payload: JSON.stringify(kept) },
    expire_time: new Date(now.getTime() + lastsMs),
  };
  await sql(table).insert(row).onConflict(['owner', 'name']).merge(['payload', 'expire_time']);
}

/** Takes the way, so that no two answers go on with it. */
export async function takeChain(sql: Sql, id: string, now: Date): Promise<Chain | undefined> {
  const [row] = await sql(table).where(nameOf(id)).andWhere('expire_time', '>', now).delete().returning('payload');
  return row ? chain.parse(JSON.parse(row.payload)) : undefined;
}
