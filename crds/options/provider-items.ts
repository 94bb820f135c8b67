import { z } from 'zod';
import { choice, flag, text } from '../field.ts';

const alertTypes = ['None', 'Once', 'Always'] as const;

/** A provider as one application uses it. */
export const providerItem = z.object({
  name: text('Name', {
    about: 'Name of the provider.',
    refers: { kind: 'provider', by: 'name', onDelete: 'refuse' },
  }),
  canSignUp: flag('Can sign up', { about: 'New users can sign up with it.', initial: true }),
  canSignIn: flag('Can sign in', { about: 'Users can sign in with it.', initial: true }),
  canUnlink: flag('Can unlink', { about: 'Users can remove their link to it.', initial: true }),
  prompted: flag('Prompted', { about: 'Users without a link to it are asked for one after sign-in.' }),
  alertType: choice('Alert', alertTypes, { about: 'How often users are notified of it.', initial: 'None' }),
  required: flag('Required', { about: 'Users must link to it.' }),
  visible: flag('Visible', { about: 'The pages show it.', initial: true }),
});

/** The providers of new applications. */
export const defaultCaptcha = {
  name: 'provider_captcha_default',
  canSignUp: false,
  canSignIn: false,
  canUnlink: false,
  prompted: false,
  alertType: 'None',
};
