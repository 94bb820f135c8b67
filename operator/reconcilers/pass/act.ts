import { ApiRefusal } from '../../api/api-refusal.ts';
import type { ApiId, Applied, Difference, ObjectState } from '../../api/declared-objects.ts';
import { type Conclusion, type Pass, withMore } from '../../runtime/reconciler.ts';
import { idAsItself, memoryKey, servingOnly } from '../core/api-id.ts';
import { isSecretDifference, pathsOf, shownDrift } from '../core/drift.ts';
import { type Finish, together } from '../core/finish.ts';
import { isPlatform } from '../core/namespace-rights.ts';
import { originOf } from '../core/origin.ts';
import { requestFacts, wantsFreshLook } from '../core/requests.ts';
import { type Declared, isObserved, policiesOf } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import { desiredFields, type Fields, specHashOf } from './desired-fields.ts';
import type { Input } from './gather.ts';
import { observe } from './observe.ts';
import { conclusionOf } from './refusals.ts';
import type { Rules } from './rules.ts';
import { isStale, staleConclusion, wasStale } from './stale-object.ts';
import { drifted, resolved, secretDropped, synced } from './status-details.ts';
import { withdraw } from './withdraw.ts';

/** A pass over an object with its references and Secrets. It asks the API only if the object may differ. */
export async function act(rules: Rules, services: Services, input: Input, pass: Pass<Declared>): Promise<Conclusion> {
  const { memory, api } = services;
  const { object } = input;
  const id = idAsItself(rules, object, services);
  const key = memoryKey(id);
  const { uid, generation } = object.metadata;
  const stated = desiredFields(rules.kind, input);
  const { fields: added, initial = [] } = (await rules.fields?.(input, pass, services)) ?? {};
  const fields = given({ ...stated, ...added });
  if (isObserved(object)) return observe(rules, services, { input, fields, id }, pass);

  const fingerprint = memory.fingerprint([uid, generation, fields]);
  const settled = wantsFreshLook(object) ? undefined : memory.settledAs(key, uid);
  const news = memory.newsOf(key);
  const isSame = settled?.fingerprint === fingerprint;
  const origin = await originOf(object, services.source);
  const policies = policiesOf(rules.kind, object);
  const mayAdopt = isPlatform(services.rights, object.metadata.namespace);
  const declaration = {
    origin,
    fields,
    initial,
    policies: mayAdopt ? policies : { ...policies, adoption: 'Fail' as const },
  };
  let applied: Applied;
  try {
    applied = isSame
      ? { ...settled.state, outcome: 'unchanged', drift: [] }
      : await api.apply(servingOnly(id, added ?? {}), declaration, {
          etag: memory.etagOf(key, uid),
          signal: pass.signal,
        });
  } catch (error) {
    if (error instanceof ApiRefusal && isStale(error))
      return staleConclusion(rules.kind, error, object, { memory, key, now: pass.now });
    // Values for new objects only would differ from any existing object, in each pass.
    const drift = driftOf(error).filter(({ path }) => mayAdopt && path in stated);
    const conclusion = conclusionOf(error, rules.kind, id, {
      drift,
      adoption: mayAdopt ? policies.adoption : undefined,
    });
    const facts = { drift: shownDrift(rules.kind, object, drift, pass) };
    return withMore({ ...conclusion, facts }, await withdraw(rules, pass, services));
  }
  const held = applied.outcome === 'created' ? fields : without(fields, initial);
  const finish = (await rules.finish?.({ input, fields: held, state: applied }, pass, services)) ?? {};
  const report = reported(rules, services, { input, fields: held, id, applied }, pass);
  const { etag, overrides } = applied;
  if (overrides.length === 0) memory.settle(key, uid, { fingerprint, etag, state: worthKeeping(rules, applied) }, news);
  const told = rules.tells?.(object, applied.object, pass, services) ?? {};
  return together(replaced(report, told), told, finish);
}

/** What a kind tells in a condition of its own stands in for the usual words. */
const replaced = (report: Conclusion, { details = [] }: Finish): Conclusion => ({
  ...report,
  details: report.details.filter(({ type }) => !details.some((each) => each.type === type)),
});

const given = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

const driftOf = (error: unknown) => (error instanceof ApiRefusal ? ((error.problem.drift ?? []) as Difference[]) : []);

function worthKeeping({ reads = [] }: Rules, { object, etag, overrides, droppedSecrets }: Applied): ObjectState {
  const read = Object.fromEntries(reads.map((member) => [member, object[member]]));
  return { object: read, etag, origin: null, overrides, droppedSecrets };
}

function reported(
  { kind }: Rules,
  { memory, metrics }: Services,
  {
    input: { object, references, secrets },
    fields,
    id,
    applied,
  }: { input: Input; fields: Fields; id: ApiId; applied: Applied },
  pass: Pass<Declared>,
) {
  const { outcome, drift, overrides } = applied;
  const actor = memory.actorOf(memoryKey(id));
  const specHash = specHashOf(kind, fields);
  const held = drift.filter(({ override }) => override);
  const written = drift.filter(({ override }) => !override);
  // An unchanged spec means that somebody else changed the object. A new value of a Secret does not show in the hash.
  const isRepair =
    outcome === 'updated' &&
    (object.status?.specHash === specHash || wasStale(object)) &&
    written.some((difference) => !isSecretDifference(kind, difference));
  if (isRepair) metrics.drift.inc({ kind: kind.kind, result: 'repaired' }, written.length);
  const ends = overrides.map(({ until }) => Date.parse(until) - pass.now);
  return {
    details: [
      ...resolved(references, secrets),
      synced(object, { outcome, isRepair, isHeld: held.length > 0 }),
      ...drifted(held),
      ...secretDropped(kind, object.spec, applied.droppedSecrets),
    ],
    facts: {
      externalId: `${id.owner}/${id.name}`,
      specHash,
      drift: shownDrift(kind, object, held, { now: pass.now, actor }),
      ...(outcome !== 'unchanged' && { lastSyncedTime: new Date(pass.now).toISOString() }),
      ...requestFacts(object),
    },
    events: event(outcome, { isRepair, paths: pathsOf(written), actor, id }),
    ...(ends.length > 0 && { afterMs: Math.max(1000, Math.min(...ends)) }),
  };
}

function event(
  outcome: Applied['outcome'],
  { isRepair, paths, actor, id }: { isRepair: boolean; paths: string; actor: string | undefined; id: ApiId },
) {
  const what = `${id.kind} ${id.owner}/${id.name}`;
  const notes = {
    created: ['Created', `Created ${what}`],
    adopted: ['Adopted', paths ? `Adopted ${what} and changed ${paths}` : `Adopted ${what}, which was as declared`],
    updated: isRepair
      ? ['DriftRepaired', `Set ${paths} of ${what} back${actor ? `, which ${actor} had changed` : ''}`]
      : ['Updated', `Changed ${paths} of ${what}`],
    unchanged: undefined,
  } as const;
  const [reason, note] = notes[outcome] ?? [];
  return reason && note ? [{ type: 'Normal' as const, reason, action: 'Reconcile', note }] : [];
}
