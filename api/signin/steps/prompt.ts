import type { User } from '@doorwright/crds/kinds/user.ts';
import { promptedItems, unansweredItems } from '@doorwright/crds/options/prompted-items.ts';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import { sessionUser } from '../../kinds/session/sessions.ts';
import { promptedLinks } from '../prompt/prompted-links.ts';
import type { StepAfterSession } from './step.ts';

/**
 * The application asks its users for more than their sign-up did. The page saves each answer by itself, so the step only looks whether one
 * is missing. Nobody answers for a user whose master password they know.
 */
export const prompt: StepAfterSession = {
  stands: 'after-session',
  name: 'prompt',
  fields: {
    prompted: z.boolean().optional().describe('A signed-in user comes from the prompt page of the application.'),
  },
  answer: async () => {},
  async due({ db, store }, { application, session, asked }) {
    if (promptedItems(application).length === 0 && !application.providers.some(({ prompted }) => prompted)) return;
    const known = await sessionUser(db, session, asked.context.now);
    if (!known || known.isImpersonated) return;
    const user = (await store('user').find(db, known.owner, known.name)) as User | undefined;
    if (!user) return;
    if (unansweredItems(application, user).length > 0) return new Refusal('prompt-required');
    const organization = await cachedObjectsOf({ db, store }).organizationNamed(user.owner);
    const links = organization ? await promptedLinks({ db, store }, application, user, organization) : [];
    if (links.some(({ isLinked }) => !isLinked)) return new Refusal('prompt-required');
  },
};
