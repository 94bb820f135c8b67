import type { Kind, Verb } from '@doorwright/crds';
import { type ColumnSearch, columnSearch } from '@doorwright/crds/derive/column-search.ts';
import { hasOrder } from '@doorwright/crds/derive/orders.ts';
import type { ListDefinition } from '@doorwright/crds/list-definition.ts';
import { takesMoment, takesUser } from '@doorwright/crds/list-filter.ts';
import type { NeededAccess } from '../core/application-access.ts';
import { type Caller, isGlobalAdmin, organizationOf } from '../core/callers.ts';
import { Refusal } from '../core/errors.ts';
import { affectedUnlessMissing, deletionResults, nullIfMissing, orNull } from '../core/objects/pass/null-if-missing.ts';
import type { Objects } from '../core/objects/pass/objects.ts';
import { bodyObject } from '../core/objects/rules/input.ts';
import { correctOwner, type Id, idInBody, parseId } from '../core/objects/storage/ids.ts';
import {
  asField,
  createdParameters,
  pageParameters,
  searchable,
  sortable,
} from '../core/objects/storage/list-query.ts';
import type { Parameter, Route, RouteRequest } from '../http/route.ts';

const listed = (fields: readonly { name: string }[]) => fields.map(({ name }) => name).join(', ');

/** The columns that a search finds by less than any part of their text. */
function aboutValue(kind: Kind): string {
  const found = (how: ColumnSearch) => searchable(kind).filter(({ name }) => columnSearch(kind, name) === how);
  const [starts, wholes] = [found('start'), found('whole')];
  const start = starts.length > 0 ? ` Of ${listed(starts)}, its start.` : '';
  const whole = wholes.length > 0 ? ` Of ${listed(wholes)}, the whole value.` : '';
  return `Text that the searched column must contain.${start}${whole}`;
}

function aboutText({ texts = [], textIds = [] }: ListDefinition): string {
  const whole = textIds.length > 0 ? ` Or the whole ${textIds.join(' or ')}.` : '';
  return `Text in one of: ${texts.join(', ')}.${whole}`;
}

function aboutSort(kind: Kind): string {
  const amongAll = sortable(kind).filter(({ name }) => hasOrder(kind, name, { isOfOne: false }));
  const limit = kind.numerous ? ` Without an owner: ${listed(amongAll)}.` : '';
  return `Column to sort by: ${listed(sortable(kind))}.${limit}`;
}

export const listParameters = (kind: Kind): Record<string, Parameter> => ({
  owner: { about: 'Only objects of this owner.' },
  ...('organization' in kind.schema.shape && { organization: { about: 'Only objects of this organization.' } }),
  ...Object.fromEntries((kind.list?.equals ?? []).map((name) => [name, { about: `Only objects with this ${name}.` }])),
  ...(kind.list?.texts && { text: { about: aboutText(kind.list) } }),
  ...Object.fromEntries(
    (kind.list?.filters ?? []).map((filter) => [
      filter.name,
      { about: takesMoment(filter) || takesUser(filter) ? filter.about : `${filter.about} \`true\` or \`false\`.` },
    ]),
  ),
  ...pageParameters,
  ...createdParameters,
  field: { about: `Column to search: ${listed(searchable(kind))}.` },
  value: { about: aboutValue(kind) },
  sortField: { about: aboutSort(kind) },
  sortOrder: { about: '`ascend` or `descend`.' },
});

/** Calls that an application with narrow access may use: reading users, and changing the user's own account. */
const ofPeople: Partial<Record<Verb, NeededAccess>> = {
  list: { all: 'read-users' },
  get: { own: 'read-account', all: 'read-users' },
  update: { own: 'account' },
};

const id: Parameter = { about: 'owner/name of the object.', required: true };
/** A kind that is identified by id is never renamed, so the body alone can name the object. */
const idBesideBody: Parameter = { about: 'owner/id of the object. By default those of the body.' };
const affected = { type: 'string', enum: ['Affected'] };

/**
 * Libraries of Casdoor expect a text or nothing in `data2`, so the stored object is there only for a client that asks for it as RFC 7240 says.
 */
const wantsStored = ({ req }: RouteRequest['http']): boolean =>
  /(^|[,;\s])return\s*=\s*"?representation"?\s*($|[,;])/i.test(req.get('prefer') ?? '');

/** The routes of a kind, as far as its model permits them. */
export function kindRoutes(kind: Kind, objects: Objects): Route[] {
  const answered = { $ref: `#/components/schemas/${kind.kind}` };
  const sent = { $ref: `#/components/schemas/${kind.kind}Input` };
  const title = kind.kind;
  const answerOf = async (http: RouteRequest['http'], stored: Promise<unknown>) => {
    const object = await stored;
    return { data: 'Affected', data2: kind.answersStored || wantsStored(http) ? object : null };
  };
  const aboutStored = kind.answersStored
    ? 'data2 is the stored object.'
    : 'data2 is the stored object if the header `Prefer` is `return=representation`.';
  const route = (verb: Verb, rest: Omit<Route, 'tag' | 'permission'>): Route[] => {
    const permission = kind.access?.[verb];
    const applicationAccess = kind.people && ofPeople[verb];
    return permission ? [{ tag: title, permission, ...(applicationAccess && { applicationAccess }), ...rest }] : [];
  };

  const reasonParameter: Record<string, Parameter> = kind.sealedBy
    ? {
        reason: {
          about: `The reason for a change although ${kind.sealedBy} has a value. It is recorded. Only global administrators may do this.`,
        },
      }
    : {};

  const withOwner = (caller: Caller, id: Id): Id => ({ ...id, owner: correctOwner(kind, caller, id.owner) });
  const bodyWithOwner = (caller: Caller, body: unknown) => {
    const owner = ownerIn(body);
    return owner ? { ...bodyObject(body), owner: correctOwner(kind, caller, owner) } : body;
  };

  /**
   * A new object gets the organization that the body names. Without one, it belongs to the organization that was
   * sent as its owner, or to the organization of a caller who may add nowhere else.
   */
  const newObjectBody = (caller: Caller, body: unknown) => {
    const owner = ownerIn(body);
    const isWritten = correctOwner(kind, caller, owner) !== owner;
    const organization = isWritten || !isGlobalAdmin(caller) ? organizationOf(caller) : undefined;
    if (kind.tenant !== 'organization' || !organization) return bodyWithOwner(caller, body);
    const sent = bodyObject(body);
    return { ...sent, ...(isWritten && { owner: kind.owner }), organization: sent.organization || organization };
  };

  const list = route('list', {
    method: 'GET',
    path: `/api/get-${kind.plural}`,
    summary: `Lists objects of kind ${title}. data2 is their number${kind.partitioned ? ', an estimate if it is over 10,000' : ''}.`,
    query: listParameters(kind),
    answer: { data: { type: 'array', items: answered }, data2: { type: 'integer' } },
    handle: async ({ context, query }) => {
      const owner = query.owner && correctOwner(kind, context.caller, query.owner);
      const { rows, total } = await objects.list(kind, context, { ...query, owner });
      return { data: rows, data2: total };
    },
  });

  const get = route('get', {
    method: 'GET',
    path: `/api/get-${kind.name}`,
    summary: `Reads one ${title}.`,
    query: { id },
    answer: { data: orNull(answered) },
    handle: async ({ context, query }) => {
      const id = withOwner(context.caller, parseId(kind, query.id, query.owner));
      return { data: await nullIfMissing(kind, context.caller, id, objects.get(kind, context, id)) };
    },
  });

  const add = route('add', {
    method: 'POST',
    path: `/api/add-${kind.name}`,
    summary: `Adds a ${title}. ${aboutStored}`,
    body: sent,
    answer: { data: affected, data2: orNull(answered) },
    handle: ({ context, body, http }) =>
      answerOf(http, objects.add(kind, context, newObjectBody(context.caller, body))),
  });

  const draft = kind.starts
    ? route('add', {
        method: 'GET',
        path: `/api/get-draft-${kind.name}`,
        summary: `Returns a new ${title} with default values, for a form. Nothing is stored.`,
        query: { organization: { about: 'The organization of the object; by default that of the caller.' } },
        answer: { data: { type: 'object' } },
        handle: async ({ context, query }) => ({ data: objects.draft(kind, context, query.organization) }),
      })
    : [];

  const update = route('update', {
    method: 'POST',
    path: `/api/update-${kind.name}`,
    summary: `Changes a ${title}. Fields that the body does not name stay; a new name renames it everywhere. ${aboutStored}`,
    query: {
      ...(kind.key === 'name' ? { id } : { id: idBesideBody }),
      columns: { about: 'Take only these fields from the body, separated by commas.' },
      ...reasonParameter,
    },
    body: { type: 'object' },
    answer: { data: affected, data2: orNull(answered) },
    handle: async ({ context, query, body, http }) => {
      context.reason = query.reason;
      const columns = query.columns?.split(',').map((each) => fieldNamed(kind, each.trim(), 'columns'));
      const named = query.id
        ? parseId(kind, query.id, ownerIn(body))
        : kind.key === 'name'
          ? parseId(kind, undefined)
          : idInBody(kind, bodyObject(body));
      const id = withOwner(context.caller, named);
      return answerOf(http, objects.update(kind, context, id, bodyWithOwner(context.caller, body), columns));
    },
  });

  const remove = route('delete', {
    method: 'POST',
    path: `/api/delete-${kind.name}`,
    summary: `Deletes a ${title}, named by owner and ${kind.key} in the body.`,
    body: {
      type: 'object',
      properties: { owner: { type: 'string' }, [kind.key]: { type: 'string' } },
      required: [kind.key],
    },
    ...(kind.sealedBy && { query: reasonParameter }),
    answer: { data: { type: 'string', enum: [...deletionResults] } },
    // Clients of Casdoor 2022 also send an `id`, sometimes with the old owner or none. Only the body counts.
    handle: async ({ context, query, body }) => {
      context.reason = query.reason;
      const id = withOwner(context.caller, idInBody(kind, bodyObject(body)));
      return { data: await affectedUnlessMissing(kind, context, id, objects.remove(kind, context, id)) };
    },
  });

  const routes = [...list, ...get, ...draft, ...add, ...update, ...remove];
  return kind.readByPost
    ? [...routes, ...[...list, ...get].map((each): Route => ({ ...each, method: 'POST' }))]
    : routes;
}

const ownerIn = (body: unknown) => String((body as { owner?: unknown } | undefined)?.owner ?? '');

export function fieldNamed(kind: Kind, column: string, parameter: string): string {
  const name = asField(column);
  if (name in kind.schema.shape) return name;
  throw new Refusal('unknown-column', { parameter, column: column.slice(0, 50), kind: kind.kind });
}
