import type { Registry } from '@doorwright/crds';
import { componentsOf } from '@doorwright/crds/derive/openapi.ts';
import type { JsonSchema } from '@doorwright/crds/schema/schema.ts';
import { errorStatus } from '../../core/error-codes.ts';
import { sessionCookieName } from '../../http/cookies.ts';
import { pathOf, type Route } from '../../http/route.ts';

type Json = Record<string, unknown>;

const permissionWords: Record<Route['permission'], string> = {
  anyone: 'Anyone may call it.',
  signedIn: 'Anyone who is signed in may call it.',
  member: 'Members of the organization may call it.',
  self: 'The user and their administrators may call it.',
  administrator: 'Administrators of any organization may call it.',
  organizationAdmin: 'Administrators of the organization may call it.',
  globalAdmin: 'Global administrators may call it.',
};

const envelope = ({ data, data2 }: NonNullable<Route['answer']> = {}): JsonSchema => ({
  type: 'object',
  properties: {
    status: { type: 'string', enum: ['ok'] },
    msg: { type: 'string' },
    sub: { type: 'string' },
    name: { type: 'string' },
    data: data ?? {},
    data2: data2 ?? {},
  },
  required: ['status', 'msg', 'data', 'data2'],
});

const refusal: JsonSchema = {
  type: 'object',
  description: 'A refusal. Expected errors have HTTP status 200; `status` tells them apart.',
  properties: {
    status: { type: 'string', enum: ['error'] },
    msg: { type: 'string', description: "The message in the caller's language." },
    code: { type: 'string', enum: Object.keys(errorStatus), description: 'A stable code for programs.' },
    params: { type: 'object', description: 'Parameters of the message that need no translation.' },
    fields: {
      type: 'array',
      description: 'Invalid fields of the body, with the reasons.',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, message: { type: 'string' } },
        required: ['field', 'message'],
      },
    },
    data: {},
    data2: {},
  },
  required: ['status', 'msg', 'code', 'params', 'fields'],
};

const json = (schema: Json) => ({ 'application/json': { schema } });
const refused = (description: string) => ({ description, content: json({ $ref: '#/components/schemas/Refusal' }) });

/** A file, or a refusal in its envelope. A JSON file has any members. */
const fileContent = (type: string) =>
  type === 'application/json'
    ? json({ type: 'object' })
    : {
        [type]: { schema: { type: 'string', contentMediaType: type } },
        ...json({ $ref: '#/components/schemas/Refusal' }),
      };

function bodyOf(route: Route): Json {
  if (route.upload) {
    const schema = {
      type: 'object',
      properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
      required: ['file'],
    };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  const content = {
    ...(route.body && json(route.body as Json)),
    // Pages of other sites have forms only.
    ...(route.fromOtherSites && { 'application/x-www-form-urlencoded': { schema: route.body } }),
  };
  return route.body ? { requestBody: { required: true, content } } : {};
}

const html = { 'text/html': { schema: { type: 'string', contentMediaType: 'text/html' } } };

/** The answers of a route that acts in a browser: it sends the browser on, and a wrong request gets a page with the reason. */
function browserAnswers({ redirects, file }: Route): Json {
  if (!redirects) return {};
  const location = { description: 'Where the browser goes.', schema: { type: 'string', format: 'uri-reference' } };
  const unreadable = refused('The body cannot be read.');
  return {
    303: { description: 'Sends the browser on.', headers: { Location: { ...location, required: true } } },
    ...(file === 'text/html' && {
      400: {
        description: 'A page says what is wrong with the request. A body that cannot be read gets a refusal.',
        content: { ...html, ...unreadable.content },
      },
    }),
  };
}

function operation(route: Route): Json {
  const schema = { type: 'string' };
  const parameters = [
    ...(route.segments ?? []).map((name) => ({ name, in: 'path', required: true, schema })),
    ...Object.entries(route.query ?? {}).map(([name, { about, required = false }]) => ({
      ...{ name, in: 'query', description: about, required, schema },
    })),
  ];
  const ok = { anyOf: [route.bare ?? envelope(route.answer), { $ref: '#/components/schemas/Refusal' }] };
  return {
    operationId: [route.method.toLowerCase(), route.path.slice('/api/'.length), ...(route.segments ?? [])].join('-'),
    tags: [route.tag],
    summary: route.summary,
    description: permissionWords[route.permission],
    'x-permission': route.permission,
    security: route.permission === 'anyone' ? [] : [{ session: [] }, { bearer: [] }, { application: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(route),
    responses: {
      200: {
        description: 'The answer, or a refusal.',
        content: route.file ? fileContent(route.file) : json(ok as Json),
      },
      400: refused('The body cannot be read.'),
      401: refused('The token needs a newer sign-in (RFC 9470); see WWW-Authenticate.'),
      408: refused('The body stopped half-way.'),
      413: refused('The body is too large.'),
      415: refused('The body has an unsupported type or encoding.'),
      429: refused('Too many requests; see Retry-After.'),
      500: refused('The server failed unexpectedly.'),
      503: refused('The server is busy or not ready.'),
      ...browserAnswers(route),
    },
  };
}

/** The OpenAPI 3.1 document of all served routes, and of the health endpoints for a cluster. */
export function openapiOf(
  registry: Registry,
  routes: readonly Route[],
  { origin, version, health }: { origin: string; version: string; health: Record<string, Json> },
): Json {
  const paths: Record<string, Json> = { ...health };
  for (const route of routes) {
    const path = pathOf(route);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Doorwright',
      version,
      description: 'Identity and single sign-on whose configuration lives in Kubernetes.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: origin }],
    tags: ['Health', ...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...(componentsOf(registry.kinds.filter((kind) => !kind.internal)) as Json), Refusal: refusal },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookieName(origin) },
        bearer: { type: 'http', scheme: 'bearer' },
        application: { type: 'http', scheme: 'basic', description: 'Client id and client secret of an application.' },
      },
    },
  };
}
