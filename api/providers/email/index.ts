import type { Behaviours } from '../behaviour-of.ts';
import { defaultEmail } from './default-email.ts';
import type { MailService } from './mail-service.ts';

export const mailServices: Behaviours<'Email', MailService> = {
  Default: defaultEmail,
};
