import { randomUUID } from 'node:crypto';
import type { MetadataRefresh } from '@doorwright/crds/kinds/metadata-refresh.ts';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type { Logger } from 'pino';
import { platform } from '../../core/callers.ts';
import type { Egress } from '../../core/egress/gate.ts';
import { Refusal } from '../../core/errors.ts';
import type { JobKind } from '../../core/jobs/kind.ts';
import { type RequestContext, record } from '../../core/objects/history/records.ts';
import type { Objects } from '../../core/objects/pass/objects.ts';
import { lockedFields, originOf } from '../../core/objects/references/origins.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import type { Db } from '../../db/knex.ts';
import { type MetadataReading, metadataReading } from '../../kinds/provider/metadata-refresh.ts';
import type { MetadataFacts } from '../../providers/saml/metadata/theirs.ts';
import { follow } from './follow.ts';
import { loadMetadata } from './load.ts';
import { nextTime, nextTry } from './next-time.ts';

interface Deps extends Pick<Work, 'store' | 'registry'> {
  db: Db;
  objects: Objects;
  egress: Egress;
  log: Logger;
  now: () => Date;
}

const contextAt = (now: Date): RequestContext => ({
  caller: { type: 'application', name: 'saml-metadata', organization: platform, access: { level: 'administrator' } },
  ...{ now, method: '', uri: '', action: 'read-saml-metadata', clientIp: '' },
});

const unreadable: Refusal['code'] = 'saml-metadata-unreadable';

/** What people read beside the sentence that the metadata could not be read. */
const reasonOf = ({ code, params }: Refusal) =>
  [...(code === unreadable ? [] : [code]), ...Object.values(params)].join(' ').slice(0, 300);

type Row = Partial<MetadataRefresh>;

/** Reads the metadata of one provider, and changes the fields that follow them. After a failure everything stays as it is. */
async function readOne({ provider: name }: MetadataReading, deps: Deps): Promise<void> {
  const { db, store, registry, objects, egress, log, now } = deps;
  const time = now();
  const context = contextAt(time);
  const kind = registry.named('provider');
  const object = `provider admin/${name}`;
  const { table, toRow, fromRow } = store('metadata-refresh');
  const provider = (await store('provider').findFor(db, platform, 'admin', name)) as unknown as Provider | undefined;
  const row = await db(table).where({ provider: name }).first();
  const known: Row = row ? (fromRow(row) as unknown as MetadataRefresh) : {};
  if (provider?.category !== 'SAML' || !(provider.metadataUrl || provider.metadata)) {
    await db(table).where({ provider: name }).delete();
    return;
  }

  const keep = async (changes: Row) => {
    const tried = { ...changes, tryTime: time.toISOString() };
    const added = { owner: 'admin', name: randomUUID(), provider: name, createdTime: time.toISOString(), version: 1 };
    const done = row ? await db(table).where({ provider: name }).update(toRow(tried)) : 0;
    if (done === 0)
      await db(table)
        .insert(toRow({ ...added, ...tried }))
        .onConflict()
        .ignore();
  };

  const last: Partial<MetadataFacts> = known.facts ? JSON.parse(known.facts) : {};
  try {
    // Pasted metadata may name another identity provider than the ones before. An address never changes it by itself.
    const followsName = !provider.metadataUrl && provider.issuerUrl === last.issuerUrl;
    const read = await loadMetadata({ ...provider, ...(followsName && { issuerUrl: '' }) }, egress, time);
    const origin = await originOf(kind, { owner: 'admin', key: name }, { sql: db, store });
    const locked = origin ? lockedFields(origin, time) : [];
    const { changes, differing } = follow(provider, read.facts, { last, locked });
    if (Object.keys(changes).length > 0) {
      await objects.update(kind, context, { owner: 'admin', key: name }, { ...changes, version: provider.version });
      log.info({ provider: name, fields: Object.keys(changes) }, 'The metadata of a provider changed its fields');
    }
    await keep({
      ...{ facts: JSON.stringify(read.facts), readTime: time.toISOString(), validUntil: read.validUntil },
      nextTime: provider.metadataUrl ? nextTime(read, time).toISOString() : '',
      ...{ failures: 0, problem: '', differing },
    });
  } catch (error) {
    // Somebody changed the provider meanwhile. The job runs again with what they wrote.
    if (!(error instanceof Refusal) || error.code === 'stale') throw error;
    const problem = reasonOf(error);
    const failures = (known.failures ?? 0) + 1;
    log.warn({ provider: name, problem }, 'The metadata of a provider could not be read');
    if (known.problem !== problem) await record({ sql: db }, context, { object, outcome: 'refused', reason: problem });
    await keep({ failures, problem, nextTime: provider.metadataUrl ? nextTry(failures, time).toISOString() : '' });
  }
}

/** Reads the metadata of a provider after a change of it, and whenever they are due. */
export const metadataReadings: JobKind<MetadataReading, Deps> = { ...metadataReading, run: readOne };
