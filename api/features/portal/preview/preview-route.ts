import { type Application, application as kind } from '@doorwright/crds/kinds/application.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { authorize } from '../../../core/authorize.ts';
import { anonymous } from '../../../core/callers.ts';
import { bodyObject } from '../../../core/objects/rules/input.ts';
import { shownHtml } from '../../../core/page-html/shown-html.ts';
import type { Route } from '../../../http/route.ts';
import type { PortalDeps } from '../../../signin/place/portal-deps.ts';
import { html } from './shown-html.ts';

const computed = ['organizationObj', 'signinMethods', 'signupCodes'];

/** The fields that strangers see on the pages. The draft is not stored, so nothing else of it counts. */
const drawn = new Set((kind.publicFields ?? []).filter((name) => !computed.includes(name)));

const shape = Object.entries(kind.schema.shape).filter(([name]) => drawn.has(name)) as [string, z.ZodType][];
const draft = z.object(Object.fromEntries(shape)).partial();

const preview = z.object({
  application: z
    .record(z.string(), z.unknown())
    .describe('The application as `get-application` shows it to strangers.'),
  signin: html.describe('The sign-in HTML.'),
  signup: html.describe('The sign-up HTML.'),
});

/** Somebody is still typing, so a value that does not fit counts as not set. The other fields have their usual values. */
function applicationIn(body: unknown): Application {
  const written = bodyObject(body);
  const fitting = shape.flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(written[name]);
    return success ? [[name, data]] : [];
  });
  const rest = { owner: 'admin', name: 'preview', createdTime: new Date(0).toISOString(), version: 1 };
  return kind.schema.parse({ ...rest, ...Object.fromEntries(fitting) });
}

export const previewRoute = ({ objects, registry }: PortalDeps): Route => ({
  method: 'POST',
  path: '/api/preview-application',
  summary: 'Returns what the pages of an application show with the fields of the body. Nothing is stored.',
  tag: kind.kind,
  permission: 'organizationAdmin',
  body: emit(draft),
  answer: { data: emit(preview) },
  async handle({ context, body }) {
    const object = applicationIn(body);
    const { organization, signinHtml, signupHtml } = object;
    authorize('organizationAdmin', context.caller, { organization });
    const application = await objects.show(registry.named('application'), { ...context, caller: anonymous }, object);
    const [signin, signup] = await Promise.all(
      [signinHtml, signupHtml].map((text) => shownHtml(text, { organization, withRemoved: true })),
    );
    return { data: { application, signin, signup } };
  },
});
