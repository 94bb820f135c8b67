import { promptedItems } from '@doorwright/crds/options/prompted-items.ts';
import { signupItemNames } from '@doorwright/crds/options/signup-items.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import { parsed } from '../../http/parsed-form.ts';
import type { Route } from '../../http/route.ts';
import type { PortalDeps } from '../place/portal-deps.ts';
import { promptAnswer, promptFor, shownPrompt } from '../prompt/prompt.ts';
import { saveAnswer } from '../prompt/save-answer.ts';
import { signupForm } from '../signup/form.ts';

const answerForm = signupForm
  .pick({
    ...{ application: true, name: true, firstName: true, lastName: true, affiliation: true, region: true },
    ...{ idCard: true, email: true, emailCode: true, phone: true, phoneCode: true },
  })
  .extend({ item: z.enum(signupItemNames).describe('The sign-up item that is answered.') });

/** The questions that an application asks after sign-in, and the answers. */
export function promptRoutes(deps: PortalDeps): Route[] {
  const getPrompt: Route = {
    method: 'GET',
    path: '/api/get-prompt',
    summary: 'Returns what an application asks its signed-in user after sign-in.',
    tag: 'Account',
    permission: 'signedIn',
    query: { application: { about: 'Name of the application.', required: true } },
    answer: { data: emit(promptAnswer) },
    handle: async ({ context, query }) => ({
      data: shownPrompt(await promptFor(deps, context.caller, query.application ?? '')),
    }),
  };

  const answerPrompt: Route = {
    method: 'POST',
    path: '/api/answer-prompt',
    summary: 'Saves an answer of the signed-in user to an application, and returns what it asks.',
    tag: 'Account',
    permission: 'signedIn',
    body: emit(answerForm),
    answer: { data: emit(promptAnswer) },
    async handle({ context, body }) {
      const { item: name, ...answer } = parsed(answerForm, body);
      const prompt = await promptFor(deps, context.caller, answer.application);
      const { owner, name: user } = prompt.user;
      context.about = { organization: owner, object: `user ${owner}/${user}` };
      const item = promptedItems(prompt.application).find((each) => each.name === name);
      if (!item) throw new Refusal('prompt-unexpected');
      const form = signupForm.parse(answer);
      await saveAnswer(deps, prompt, { item, form }, context);
      return { data: shownPrompt(await promptFor(deps, context.caller, answer.application)) };
    },
  };

  return [getPrompt, answerPrompt];
}
