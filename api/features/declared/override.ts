import type { Kind, Registry } from '@doorwright/crds';
import type { Origin } from '@doorwright/crds/kinds/origin.ts';
import { z } from 'zod';
import { nameOf } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { type RequestContext, recordWrite } from '../../core/objects/history/records.ts';
import type { Objects } from '../../core/objects/pass/objects.ts';
import { activeOverrides, lockedFields, originOf } from '../../core/objects/references/origins.ts';
import { bodyObject, invalid } from '../../core/objects/rules/input.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import { problemsOf } from '../../core/objects/rules/schema-problems.ts';
import { parseId } from '../../core/objects/storage/ids.ts';
import type { Route } from '../../http/route.ts';

const longestMs = 24 * 3_600_000;

const body = z.object({
  kind: z.string().max(100),
  id: z.string().max(250),
  fields: z.array(z.string().min(1).max(100)).min(1).max(100),
  until: z.iso.datetime({ offset: true }),
  reason: z.string().trim().min(1).max(500),
});

type Asked = z.output<typeof body>;

function readBody(sent: unknown, now: Date): Asked {
  const result = body.safeParse(bodyObject(sent));
  if (!result.success) throw invalid(problemsOf(result.error));
  const until = Date.parse(result.data.until);
  if (until <= now.getTime() || until > now.getTime() + longestMs)
    throw invalid([{ field: 'until', code: 'not-within-day' }]);
  return { ...result.data, until: new Date(until).toISOString() };
}

function kindNamed(registry: Registry, name: string): Kind {
  const kind = registry.kinds.find((each) => each.declared && each.name === name);
  if (!kind) throw invalid([{ field: 'kind', code: 'not-declared-kind' }]);
  return kind;
}

/** The origin with an override of these fields, which replaces earlier ones. */
function overridden(origin: Origin, { fields, until, reason }: Asked, { caller, now }: RequestContext): Origin {
  const alien = fields.find((field) => !origin.managedFields.includes(field));
  if (alien) throw new Refusal('not-managed', { field: alien });
  const others = activeOverrides(origin, now).filter(({ field }) => !fields.includes(field));
  const author = nameOf(caller);
  const overrides = [...others, ...[...new Set(fields)].map((field) => ({ field, author, until, reason }))];
  return { ...origin, overrides, version: origin.version + 1 };
}

async function save(kind: Kind, asked: Asked, context: RequestContext, work: Work): Promise<Origin> {
  const id = parseId(kind, asked.id);
  const object = await work.store(kind.name).find(work.sql, id.owner, id.key, 'forNoKeyUpdate');
  if (!object) throw new Refusal('not-found', { kind: kind.kind, id: asked.id });
  const origin = await originOf(kind, id, work, 'forUpdate');
  if (!origin) throw new Refusal('not-managed', { field: asked.id });
  const next = overridden(origin, asked, context);
  await work.store('origin').update(work.sql, 'admin', origin.name, next);
  // The object is unchanged, but its resource must hear of the override.
  await recordWrite(work, context, { kind, object });
  return next;
}

/** An override opens managed fields in an emergency, when git is too slow. */
export const overrideRoutes = ({ registry, objects }: { registry: Registry; objects: Objects }): Route[] => [
  {
    method: 'POST',
    path: '/api/override-managed',
    summary:
      'Lets managed fields of an object be edited here until a moment in the next 24 hours; then its resource rules them again.',
    tag: 'Declared',
    permission: 'globalAdmin',
    freshProof: true,
    body: {
      type: 'object',
      properties: {
        kind: { type: 'string', description: 'Kind of the object, such as application.' },
        id: { type: 'string', description: 'owner/name of the object.' },
        fields: { type: 'array', items: { type: 'string' } },
        until: { type: 'string', format: 'date-time' },
        reason: { type: 'string', description: 'Why it is needed; the resource shows it.' },
      },
      required: ['kind', 'id', 'fields', 'until', 'reason'],
    },
    answer: {
      data: { type: 'array', description: 'Fields that stay managed.', items: { type: 'string' } },
    },
    async handle({ context, body: sent }) {
      const asked = readBody(sent, context.now);
      const kind = kindNamed(registry, asked.kind);
      const origin = await objects.steps.writing(kind, context, (work) => save(kind, asked, context, work));
      return { data: lockedFields(origin, context.now) };
    },
  },
];
