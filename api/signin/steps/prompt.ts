import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import type { StepAfterSession } from '../contracts/step.ts';
import { lacksAnswers } from '../prompt/lacks-answers.ts';

/**
 * The application asks its users for more than their sign-up did. The page saves each answer by itself, so the step only looks whether one
 * is missing.
 */
export const prompt: StepAfterSession = {
  stands: 'after-session',
  name: 'prompt',
  fields: {
    prompted: z.boolean().optional().describe('A signed-in user comes from the prompt page of the application.'),
  },
  answer: async () => {},
  async due(deps, { application, session, asked }) {
    const { now } = asked.context;
    if (await lacksAnswers(deps, { application, session, now })) return new Refusal('prompt-required');
  },
};
