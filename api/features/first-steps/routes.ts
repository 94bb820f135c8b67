import type { Application } from '@doorwright/crds/kinds/application.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { isPermitted } from '../../core/authorize.ts';
import { isGlobalAdmin } from '../../core/callers.ts';
import { missing } from '../../core/objects/pass/object-access.ts';
import { parseId } from '../../core/objects/storage/ids.ts';
import type { Route } from '../../http/route.ts';
import { firstSignIn } from './first-sign-in.ts';
import { type FirstStepsDeps, firstSteps } from './first-steps.ts';

const steps = z.object({
  application: z.boolean().describe('Somebody signed in to an application other than the console.'),
  mail: z.boolean().describe('A provider sends mail.'),
  provider: z.boolean().describe('A provider signs people in.'),
  secondFactor: z.boolean().describe('Administrators need a second factor.'),
  generatedKey: z
    .boolean()
    .optional()
    .describe('The key that encrypts secrets is in the data folder alone. Only global administrators learn it.'),
});

const reached = z.object({
  signIn: z
    .object({
      time: z.string().describe('Time of the sign-in.'),
      user: z.string().describe('The user, as organization/name.'),
      protocol: z.string().describe('Protocol of the application.'),
    })
    .nullable()
    .describe('The latest sign-in of a user.'),
  token: z
    .object({
      time: z.string().describe('Time of the token.'),
      user: z.string().describe('The user, as organization/name. For the application itself, app/name.'),
      scope: z.string().describe('Scopes of the token.'),
      claims: z.record(z.string(), z.unknown()).describe('Claims of the access token, decoded.'),
      idTokenClaims: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('Claims of the ID token that came along, without `at_hash`.'),
    })
    .nullable()
    .describe('The latest access token that the application got.'),
});

/** The first steps of a new installation, and the first sign-in of a new application. */
export const firstStepsRoutes = (deps: FirstStepsDeps): Route[] => [
  {
    method: 'GET',
    path: '/api/get-first-steps',
    summary: 'Tells an administrator which first steps of the installation or of their organization are done.',
    tag: 'First steps',
    permission: 'administrator',
    answer: { data: emit(steps) },
    handle: async ({ context }) => ({ data: await firstSteps(deps, context) }),
  },
  {
    method: 'GET',
    path: '/api/get-first-sign-in',
    summary: 'Tells the latest sign-in to an application, and the claims of the latest access token that it got.',
    tag: 'First steps',
    permission: 'administrator',
    query: { id: { about: 'owner/name of the application.', required: true } },
    answer: { data: emit(reached) },
    async handle({ context: { caller }, query }) {
      const kind = deps.registry.named('application');
      const { owner, key } = parseId(kind, query.id);
      const application = (await deps.store('application').find(deps.db, owner, key)) as Application | undefined;
      // An application of another organization looks missing.
      if (!application || !isPermitted('organizationAdmin', caller, application)) throw missing(kind, { owner, key });
      return { data: await firstSignIn({ sql: deps.db, store: deps.store }, application, isGlobalAdmin(caller)) };
    },
  },
];
